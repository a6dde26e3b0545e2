" Detects dungeon files.
autocmd BufRead,BufNewFile *.dng setfiletype dungeon
