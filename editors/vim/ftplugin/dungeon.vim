" Settings for dungeon files: comments begin with `//`, map rows never wrap.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=//\ %s comments=:// textwidth=0 nowrap
let b:undo_ftplugin = 'setlocal commentstring< comments< textwidth< wrap<'
