" Highlights dungeon files. A test prints the words from the table of keys (`tests/format/keys.rs`).
if exists('b:current_syntax')
  finish
endif

syntax case match
syntax match dungeonRemark "//.*$"
syntax region dungeonText start=/"/ skip=/\\[\\"]/ end=/"/ end=/$/ oneline
syntax match dungeonNumber "\%(^\|\s\)\@1<=[-+]\=\d\+\%(%\|\.\.[-+]\=\d\+\)\=\%(\s\|$\)\@="
syntax match dungeonGlyph "^\S\%(\s\|$\)\@="
syntax match dungeonKeyword "^\%(about\|allow\|author\|class\|family\|goal\|hero\|include\|item\|kind\|level\|lose\|map\|mark\|rules\|scatter\|seed\|shuffle\|test\|tile\|title\|vault\|when\)\%(\s\|$\)\@="
syntax match dungeonKey "\s\@1<=\%(accuracy\|again\|alarm\|all-dead\|ammo\|ap\|asleep\|at\|attack\|bursts\|choose\|colour\|cover\|cow\|damage\|depth\|doors\|drops\|enter\|expect\|family\|fence\|fills\|flip\|fog\|follows\|frame\|from\|give\|gives\|glow\|glyph\|goal\|gold\|harm\|harms\|health\|herd\|hidden\|hunt\|identifies\|in\|into\|is\|keep\|keys\|kill\|leave\|level\|light\|lives\|locked\|looks\|lose\|manna\|max\|max-manna\|min-distance\|missile\|move\|name\|need\|none\|once\|open\|opened\|opens\|overlap\|prey\|profit\|push\|quench\|quirk\|reachable\|recharge\|replay\|roam\|rock\|rooms\|rounds\|same\|says\|season\|see\|seed\|seeds\|sense\|shot\|shot-range\|shuffle\|side\|sides\|sight\|slot\|slow\|spawn\|spawns\|speed\|step\|steps\|strength\|survive\|take\|tempo\|through\|throw\|tile\|to\|trail\|trap\|tune\|turn\|turns\|undo\|vaults\|verb\|via\|wake\|walk\|wealth\|wear\|weight\|win\|winnable\|winrate\|with\|without\|year\)="
syntax region dungeonMap matchgroup=dungeonKeyword start="^map\s*\%(//.*\)\=$" end="^\s*end\%(\s\|$\)\@="
      \ contains=dungeonWall,dungeonFloor,dungeonFeature,dungeonBody keepend
syntax match dungeonWall "#\+" contained
syntax match dungeonFloor "\.\+" contained
syntax match dungeonFeature "[+'<>^?]" contained
syntax match dungeonBody "[@A-Za-z]" contained

highlight default link dungeonRemark Comment
highlight default link dungeonText String
highlight default link dungeonNumber Number
highlight default link dungeonGlyph Identifier
highlight default link dungeonKeyword Keyword
highlight default link dungeonKey Type
highlight default link dungeonWall NonText
highlight default link dungeonFloor Comment
highlight default link dungeonFeature Function
highlight default link dungeonBody Special

let b:current_syntax = 'dungeon'
