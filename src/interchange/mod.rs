//! Files of other programs: Tiled and LDtk maps, Angband and Crawl vaults, levels of NetHack and PuzzleScript, Sokoban
//! puzzles, plain grids.
//!
//! The input of a reader is the text of a file, and a function that reads the other files that it names. The result of
//! an import is the text of a dungeon, and a list of everything that the text does not express. In the other direction,
//! a dungeon is exported as a Tiled map, as JSON, as a picture or as plain rows.
//!
//! Read the files in this order: `fault` (errors and reports), `foreign` (the output of all readers), `legend` (the
//! rules that map things to glyphs), `text_rows`, `json_text`, `xml_tree` and `side_file` (shared by readers). Then the
//! readers: `plain_grid`, `sokoban` with `sokoban_rows` and `sokoban_slc`, `puzzlescript` with `puzzlescript_sections`
//! and `puzzlescript_objects`, `angband`, `crawl`, `nethack`, `ldtk`, and `tiled_reader`: it reads the files of Tiled
//! (`tiled_file` from JSON, `tmx` from XML) with their cells (`tile_data`) into a `tiled_map`. `drawing` writes the
//! text, with `glyph_sorts`, `chosen_glyphs`, `level_board` and `drawn_chances`. `import` runs these steps on one file.
//! `map_text` splits a dungeon's text at its maps, and `tmx_export` writes the parts as a Tiled map. `begun_level`
//! exports a level in its state at the start of a game.
pub mod fault;

pub mod foreign;

mod glyph_sorts;
pub mod legend;

pub mod side_file;
mod text_rows;
mod tile_data;

mod level_board;

mod chosen_glyphs;

mod drawn_chances;

mod drawing;
mod json_text;
mod xml_tree;

mod angband;
mod nethack;
mod plain_grid;
mod puzzlescript_sections;
mod sokoban_rows;
mod sokoban_slc;
mod tiled_file;
mod tiled_map;

mod crawl;
mod puzzlescript_objects;
mod sokoban;

mod puzzlescript;

mod ldtk;
mod tmx;

mod tiled_reader;

pub mod import;

pub mod begun_level;
pub mod map_text;

pub mod tmx_export;
