//! Files of other programs: maps of Tiled and LDtk, vaults of Angband and Crawl, puzzles of Sokoban, plain grids.
//!
//! A file comes in as a text, and what lies beside it through a function that the caller hands in; the text of a dungeon
//! goes out, with what is to be told of it. A dungeon goes out as a map of Tiled, as JSON, as a picture or as plain rows.
//!
//! To be read in this order: `fault` (what is told), `foreign` (what all readers give), `legend` (which thing becomes which
//! glyph), `text_rows` and `json_text` (what readers share), then the readers: `plain_grid`, `sokoban`, `angband`, `crawl`
//! with `crawl_glyphs`, `tiled_map` (what both forms of Tiled's maps say) with `tile_data`, `tmx` behind `tmx_scan`, `tmj`,
//! `ldtk`. `drawing` makes the text, with `glyph_sorts`, `level_board` and `drawn_chances`; `import` leads a file through
//! all of it. `map_text` cuts a dungeon's text at its drawings, of which `tmx_export` makes a map of Tiled; `begun_level` is a
//! level as a game begins, for programs and as a picture.
pub mod fault;

pub mod foreign;

mod glyph_sorts;
pub mod legend;

mod text_rows;
mod tile_data;

mod level_board;

mod drawn_chances;

mod drawing;
mod json_text;

mod angband;
mod crawl_glyphs;
mod plain_grid;
mod sokoban;
mod tiled_map;
mod tmx_scan;

mod crawl;
pub mod tmx;

mod ldtk;
mod tmj;

pub mod import;

pub mod begun_level;
pub mod map_text;

pub mod tmx_export;
