//! Requests about open files: which answer each asks for.
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
    GotoDefinitionResponse, Hover, HoverContents, MarkupContent, MarkupKind, Position,
    SemanticTokens, SemanticTokensRangeResult, SemanticTokensResult, TextDocumentPositionParams,
    Uri,
};

use super::answers::OpenFile;
use super::workspace::Workspace;

/// Why a request is not answered.
pub type Refused = (ErrorCode, String);

/// Answers a request about an open file.
///
/// # Errors
///
/// Why there is no answer.
pub fn answer(workspace: &mut Workspace, request: Request) -> Result<Response, Refused> {
    match request.method.as_str() {
        HoverRequest::METHOD => reply::<HoverRequest>(request, |asked| {
            let place = asked.text_document_position_params;
            let uri = &place.text_document.uri;
            let told = file(workspace, uri)?.hover(place.position);
            Ok(with_pages(workspace, uri, place.position, told))
        }),
        Completion::METHOD => at::<Completion>(
            workspace,
            request,
            |asked| &asked.text_document_position,
            |file, place, _| Ok(Some(CompletionResponse::Array(file.completion(place)))),
        ),
        GotoDefinition::METHOD => at::<GotoDefinition>(
            workspace,
            request,
            |asked| &asked.text_document_position_params,
            |file, place, _| Ok(Some(GotoDefinitionResponse::Array(file.definitions(place)))),
        ),
        References::METHOD => at::<References>(
            workspace,
            request,
            |asked| &asked.text_document_position,
            |file, place, asked| {
                Ok(Some(
                    file.references(place, asked.context.include_declaration),
                ))
            },
        ),
        DocumentHighlightRequest::METHOD => at::<DocumentHighlightRequest>(
            workspace,
            request,
            |asked| &asked.text_document_position_params,
            |file, place, _| Ok(Some(file.highlights(place))),
        ),
        PrepareRenameRequest::METHOD => at::<PrepareRenameRequest>(
            workspace,
            request,
            |asked| asked,
            |file, place, _| file.prepare_rename(place).map(Some).map_err(failed),
        ),
        Rename::METHOD => at::<Rename>(
            workspace,
            request,
            |asked| &asked.text_document_position,
            |file, place, asked| {
                file.rename(place, &asked.new_name)
                    .map(Some)
                    .map_err(failed)
            },
        ),
        _ => about_all(workspace, request),
    }
}

/// Answers a request about the whole of an open file, or about a part of it.
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
            let why = format!("there is no request `{other}`");
            Err((ErrorCode::MethodNotFound, why))
        }
    }
}

/// What is told of a place, with the pages about what was found there, if it was judged already.
fn with_pages(
    workspace: &Workspace,
    uri: &Uri,
    place: Position,
    told: Option<Hover>,
) -> Option<Hover> {
    let judged = workspace.newest(uri);
    let pages = judged.map(|judged| judged.pages(place, workspace.unit));
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

/// Answers a request about a place in an open file.
fn at<R: lsp_types::request::Request>(
    workspace: &mut Workspace,
    request: Request,
    place: impl Fn(&R::Params) -> &TextDocumentPositionParams,
    answer: impl FnOnce(&OpenFile, Position, &R::Params) -> Result<R::Result, Refused>,
) -> Result<Response, Refused> {
    reply::<R>(request, |asked| {
        let place = place(&asked);
        let file = file(workspace, &place.text_document.uri)?;
        answer(&file, place.position, &asked)
    })
}

/// Answers a request by what it says.
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

fn not_open() -> Refused {
    let why = "that file is not open".to_owned();
    (ErrorCode::InvalidParams, why)
}

fn failed(why: String) -> Refused {
    (ErrorCode::RequestFailed, why)
}
