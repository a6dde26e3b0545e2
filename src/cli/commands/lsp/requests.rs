//! Dispatches the editor's requests about open files.
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use lsp_server::{ErrorCode, Request, Response};
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest,
    DocumentSymbolRequest, FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest,
    PrepareRenameRequest, References, Rename, Request as _, SemanticTokensFullRequest,
    SemanticTokensRangeRequest,
};
use lsp_types::{
    CodeActionOrCommand, CodeActionParams, CompletionResponse, DocumentSymbolResponse,
    GotoDefinitionResponse, Hover, HoverContents, Location, MarkupContent, MarkupKind,
    SemanticTokens, SemanticTokensRangeResult, SemanticTokensResult, TextDocumentPositionParams,
    TextEdit, Uri, WorkspaceEdit,
};

use super::answers::OpenFile;
use super::workspace::Workspace;

/// Why a request is answered with an error: the code and the message.
pub type Refused = (ErrorCode, String);

/// Answers a request about an open file.
///
/// # Errors
///
/// Returns the error to send.
pub fn answer(workspace: &mut Workspace, request: Request) -> Result<Response, Refused> {
    match request.method.as_str() {
        HoverRequest::METHOD => reply::<HoverRequest>(request, |asked| {
            let place = asked.text_document_position_params;
            let told = file_at(workspace, &place)?.hover(place.position);
            Ok(with_pages(workspace, &place, told))
        }),
        Completion::METHOD => reply::<Completion>(request, |asked| {
            let place = asked.text_document_position;
            let all = file_at(workspace, &place)?.completion(place.position);
            Ok(Some(CompletionResponse::Array(all)))
        }),
        GotoDefinition::METHOD => reply::<GotoDefinition>(request, |asked| {
            let place = asked.text_document_position_params;
            let all = file_at(workspace, &place)?.definitions(place.position);
            Ok(Some(GotoDefinitionResponse::Array(all)))
        }),
        References::METHOD => reply::<References>(request, |asked| {
            let place = asked.text_document_position;
            let is_whole = asked.context.include_declaration;
            references(workspace, &place, is_whole).map(Some)
        }),
        DocumentHighlightRequest::METHOD => reply::<DocumentHighlightRequest>(request, |asked| {
            let place = asked.text_document_position_params;
            Ok(Some(file_at(workspace, &place)?.highlights(place.position)))
        }),
        PrepareRenameRequest::METHOD => reply::<PrepareRenameRequest>(request, |place| {
            let range = file_at(workspace, &place)?.prepare_rename(place.position);
            range.map(Some).map_err(failed)
        }),
        Rename::METHOD => reply::<Rename>(request, |asked| {
            let place = asked.text_document_position;
            rename(workspace, &place, &asked.new_name).map(Some)
        }),
        _ => about_all(workspace, request),
    }
}

/// Returns the references to the thing at a position, in every open file that shares its declaration.
fn references(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    with_declarations: bool,
) -> Result<Vec<Location>, Refused> {
    let uri = &place.text_document.uri;
    let here = file_at(workspace, place)?;
    let Some(thing) = here.named(place.position) else {
        return Ok(Vec::new());
    };
    let declared = here.declarations(&thing);
    let mut all = here.references(&thing);
    for other in workspace.including(uri) {
        let same = other.declared_at(&declared);
        let more = same.map(|thing| other.references(&thing));
        all.extend(more.into_iter().flatten());
    }
    let mut told: Vec<Location> = Vec::with_capacity(all.len());
    let mut seen = BTreeSet::new();
    for one in all {
        let start = (one.range.start.line, one.range.start.character);
        let is_new = seen.insert((one.uri.to_string(), start));
        if is_new && (with_declarations || !declared.contains(&one)) {
            told.push(one);
        }
    }
    Ok(told)
}

/// Returns the edits that rename the glyph at a position, in every open file that shares its declaration.
// A URI caches its parsed form, but hashes only its text.
#[expect(clippy::mutable_key_type)]
fn rename(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
    new: &str,
) -> Result<WorkspaceEdit, Refused> {
    let uri = &place.text_document.uri;
    let here = file_at(workspace, place)?;
    let thing = here.renameable(place.position).map_err(failed)?;
    let declared = here.declarations(&thing);
    let mut places = here.renamed(&thing, new).map_err(failed)?;
    for other in workspace.including(uri) {
        if let Some(same) = other.declared_at(&declared) {
            let more = other.renamed(&same, new);
            places.extend(more.map_err(|why| failed(format!("{}: {why}", other.name())))?);
        }
    }
    let mut edits: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for one in places {
        let edit = TextEdit::new(one.range, new.to_owned());
        let of_file = edits.entry(one.uri).or_default();
        if !of_file.contains(&edit) {
            of_file.push(edit);
        }
    }
    Ok(WorkspaceEdit::new(edits))
}

/// Answers a request about a whole open file, or about a part of it.
fn about_all(workspace: &mut Workspace, request: Request) -> Result<Response, Refused> {
    match request.method.as_str() {
        CodeActionRequest::METHOD => {
            reply::<CodeActionRequest>(request, |asked| fixes(workspace, &asked).map(Some))
        }
        DocumentSymbolRequest::METHOD => reply::<DocumentSymbolRequest>(request, |asked| {
            let file = file(workspace, &asked.text_document.uri)?;
            Ok(Some(DocumentSymbolResponse::Nested(file.symbols())))
        }),
        FoldingRangeRequest::METHOD => reply::<FoldingRangeRequest>(request, |asked| {
            Ok(Some(file(workspace, &asked.text_document.uri)?.folds()))
        }),
        CodeLensRequest::METHOD => reply::<CodeLensRequest>(request, |asked| {
            Ok(Some(file(workspace, &asked.text_document.uri)?.lenses()))
        }),
        SemanticTokensFullRequest::METHOD => reply::<SemanticTokensFullRequest>(request, |asked| {
            let data = file(workspace, &asked.text_document.uri)?.tokens(None);
            let result_id = None;
            Ok(Some(SemanticTokensResult::Tokens(SemanticTokens {
                result_id,
                data,
            })))
        }),
        SemanticTokensRangeRequest::METHOD => {
            reply::<SemanticTokensRangeRequest>(request, |asked| {
                let data = file(workspace, &asked.text_document.uri)?.tokens(Some(asked.range));
                let result_id = None;
                let tokens = SemanticTokens { result_id, data };
                Ok(Some(SemanticTokensRangeResult::Tokens(tokens)))
            })
        }
        Formatting::METHOD => reply::<Formatting>(request, |asked| {
            let file = file(workspace, &asked.text_document.uri)?;
            file.formatted().map(Some).map_err(failed)
        }),
        other => {
            let why = format!("unknown request `{other}`");
            Err((ErrorCode::MethodNotFound, why))
        }
    }
}

/// Adds the pages about the findings at a position to a hover, if the file has already been checked.
fn with_pages(
    workspace: &Workspace,
    place: &TextDocumentPositionParams,
    told: Option<Hover>,
) -> Option<Hover> {
    let judged = workspace.newest(&place.text_document.uri);
    let pages = judged.map(|judged| judged.pages(place.position, workspace.unit));
    let pages = pages.filter(|pages| !pages.is_empty());
    let (range, said) = match told {
        Some(Hover {
            contents: HoverContents::Markup(said),
            range,
        }) => (range, Some(said.value)),
        _ => (None, None),
    };
    let parts: Vec<String> = said.into_iter().chain(pages).collect();
    (!parts.is_empty()).then(|| Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: parts.join("\n\n---\n\n"),
        }),
        range,
    })
}

fn fixes(
    workspace: &Workspace,
    asked: &CodeActionParams,
) -> Result<Vec<CodeActionOrCommand>, Refused> {
    let judged = workspace.judged(&asked.text_document.uri);
    let judged = judged.ok_or_else(not_open)?;
    let fixes = judged.quick_fixes(asked.range, workspace.unit).into_iter();
    Ok(fixes.map(CodeActionOrCommand::CodeAction).collect())
}

/// Parses the parameters of a request, and answers it.
fn reply<R: lsp_types::request::Request>(
    request: Request,
    answer: impl FnOnce(R::Params) -> Result<R::Result, Refused>,
) -> Result<Response, Refused> {
    let asked = serde_json::from_value(request.params);
    let asked = asked.map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
    Ok(Response::new_ok(request.id, answer(asked)?))
}

fn file(workspace: &mut Workspace, uri: &Uri) -> Result<Rc<OpenFile>, Refused> {
    workspace.analysed(uri).ok_or_else(not_open)
}

fn file_at(
    workspace: &mut Workspace,
    place: &TextDocumentPositionParams,
) -> Result<Rc<OpenFile>, Refused> {
    file(workspace, &place.text_document.uri)
}

fn not_open() -> Refused {
    let why = "the file is not open".to_owned();
    (ErrorCode::InvalidParams, why)
}

fn failed(why: impl ToString) -> Refused {
    (ErrorCode::RequestFailed, why.to_string())
}
