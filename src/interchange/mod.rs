//! Files of other programs: Tiled and LDtk maps, Angband and Crawl vaults, Sokoban puzzles, plain grids.
//!
//! The input of a reader is the text of a file, and a function that reads files in the same folder. The result of an
//! import is the text of a dungeon, and a list of everything that the text does not express. In the other direction, a
//! dungeon is exported as a Tiled map, as JSON, as a picture or as plain rows.
//!
//! Read the files in this order: `fault` (errors and reports), `foreign` (the output of all readers), `legend` (the
//! rules that map things to glyphs), `text_rows` and `json_text` (shared by readers). Then the readers: `plain_grid`,
//! `sokoban`, `angband`, `crawl` with `crawl_glyphs`, `tiled_map` (shared by both formats of Tiled) with `tile_data`,
//! `tmx` with `tmx_scan`, `tmj`, `ldtk`. `drawing` writes the text, with `glyph_sorts`, `level_board` and
//! `drawn_chances`. `import` runs these steps on one file. `map_text` splits a dungeon's text at its maps, and
//! `tmx_export` writes the parts as a Tiled map. `begun_level` exports a level in its state at the start of a game.
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
