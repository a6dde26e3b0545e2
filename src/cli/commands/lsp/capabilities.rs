//! The capabilities that the server announces.
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions,
    CompletionOptions, FoldingRangeProviderCapability, HoverProviderCapability, InitializeResult,
    OneOf, RenameOptions, SemanticTokenType, SemanticTokensFullOptions, SemanticTokensLegend,
    SemanticTokensOptions, SemanticTokensServerCapabilities, ServerCapabilities, ServerInfo,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkDoneProgressOptions,
};

use super::positions::ColumnUnit;
use crate::analysis::token_paint::TokenSort;

/// Returns the response to the `initialize` request.
pub fn introduction(unit: ColumnUnit) -> InitializeResult {
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        ..TextDocumentSyncOptions::default()
    };
    let fixes = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
        ..CodeActionOptions::default()
    };
    let completion = CompletionOptions {
        trigger_characters: Some(["=", "|", ":", "\""].map(str::to_owned).to_vec()),
        ..CompletionOptions::default()
    };
    let rename = RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(unit.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            code_action_provider: Some(CodeActionProviderCapability::Options(fixes)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(completion),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(rename)),
            document_symbol_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            document_formatting_provider: Some(OneOf::Left(true)),
            code_lens_provider: Some(CodeLensOptions {
                resolve_provider: Some(false),
            }),
            semantic_tokens_provider: Some(tokens()),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: "dungeon".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

/// Returns the legend of token types, which answers refer to by index.
fn tokens() -> SemanticTokensServerCapabilities {
    let names = TokenSort::NAMES.map(|(_, name)| SemanticTokenType::new(name));
    SemanticTokensServerCapabilities::SemanticTokensOptions(SemanticTokensOptions {
        legend: SemanticTokensLegend {
            token_types: names.to_vec(),
            token_modifiers: Vec::new(),
        },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
        ..SemanticTokensOptions::default()
    })
}
