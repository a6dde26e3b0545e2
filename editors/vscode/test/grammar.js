// Highlights a file with the grammar, as the editor does, and compares some tokens.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const file = path.join(__dirname, '../syntaxes/dungeon.tmLanguage.json');
const wasm = fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer;

const text = `title "The \\"Salt\\" Stair" // a remark
kind r "rat" is=wanderer health=4..9
map // drawn
#@.+r//k#
end // of it
r 10 2 says="a // b" via=3,4
mark 1 w*3|r 50%
map rooms 50 18 rooms=6
unknown=3 maps`;

// Line, token and its expected innermost scope.
const expected = [
  [0, 'title', 'keyword.control.dungeon'],
  [0, '\\"', 'constant.character.escape.dungeon'],
  [0, '// a remark', 'comment.line.double-slash.dungeon'],
  [1, 'kind', 'keyword.control.dungeon'],
  [1, 'is', 'variable.parameter.dungeon'],
  [1, 'wanderer', 'constant.other.dungeon'],
  [1, '4..9', 'constant.other.dungeon'],
  [2, 'map', 'keyword.control.dungeon'],
  [2, '// drawn', 'comment.line.double-slash.dungeon'],
  [3, '#', 'punctuation.wall.dungeon'],
  [3, '@', 'entity.name.type.body.dungeon'],
  [3, '.', 'comment.block.floor.dungeon'],
  [3, '+', 'entity.name.function.feature.dungeon'],
  [3, '/', 'variable.other.item.dungeon'],
  [4, 'end', 'keyword.control.dungeon'],
  [4, '// of it', 'comment.line.double-slash.dungeon'],
  [5, 'r', 'entity.name.tag.dungeon'],
  [5, '10', 'constant.numeric.dungeon'],
  [5, 'a // b', 'string.quoted.double.dungeon'],
  [5, 'via', 'variable.parameter.dungeon'],
  [6, '50%', 'constant.numeric.dungeon'],
  [7, 'map', 'keyword.control.dungeon'],
  [7, 'rooms', 'variable.parameter.dungeon'],
  [8, 'unknown=3 maps', 'source.dungeon'],
];

async function main() {
  await oniguruma.loadWASM(wasm);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (string) => new oniguruma.OnigString(string),
    }),
    loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file),
  });
  const grammar = await registry.loadGrammar('source.dungeon');
  let stack = textmate.INITIAL;
  const lines = text.split('\n').map((line) => {
    const found = grammar.tokenizeLine(line, stack);
    stack = found.ruleStack;
    return found.tokens.map(({ startIndex, endIndex, scopes }) => [
      line.slice(startIndex, endIndex),
      scopes.at(-1),
    ]);
  });
  for (const [line, piece, scope] of expected) {
    const is = lines[line].some(([text, of]) => text.trim() === piece.trim() && of === scope);
    assert(is, `line ${line}: ${piece} as ${scope}, found ${JSON.stringify(lines[line])}`);
  }
  console.log(`${expected.length} tokens have the expected scopes`);
}

main();
