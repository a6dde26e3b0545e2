" Files of dungeons.
autocmd BufRead,BufNewFile *.dng setfiletype dungeon
