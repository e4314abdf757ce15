// What is equal in two traces folds, what differs stays in sight: the page's tree, without a browser.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { diffTree, Folds, rowOf, sizeOf } from '../../tools/page/difftree.js';

/** A pair from a word: its depth is its indentation; `=` both have it, `-` only the old, `+` only the new.
 * @param {string} text @returns {any[]} */
const pairs = (text) => text.split('\n').filter((line) => line.trim()).map((line) => {
  const [, space, sign, id] = /** @type {RegExpExecArray} */ (/^( *)([=+-])(\w+)$/.exec(line));
  const row = { n: 0, depth: space.length, kind: 'event', id, words: { zh: id, en: id } };
  return { old: sign === '+' ? null : row, new: sign === '-' ? null : row, same: sign === '=' };
});

/** The lines in sight, as they are read. @param {Folds} folds @param {any[]} nodes */
const seen = (folds, nodes) => folds.lines(nodes).map((l) => '  '.repeat(l.level - 1) + (l.run ? `${sizeOf(l.run)} equal` : rowOf(l.node.pair).id + (l.open === false ? ` +${l.node.size - 1}` : '')));

const GAME = `
=game
 =draw
  =a
  =b
 =judge
 =play
  =c
  =use
   =d
   =e
   =f
   -hit
   +miss
  =g
  =h
 =end
`;

test('equal rows fold, with how many they are', () => {
  const nodes = diffTree(pairs(GAME));
  assert.deepEqual(seen(new Folds(), nodes), ['game', '  draw +2', '  judge', '  play', '    c', '    use', '      2 equal', '      f', '      hit', '      miss', '    2 equal', '  end']);
});

test('what is folded opens, and what is open folds', () => {
  const nodes = diffTree(pairs(GAME));
  const folds = new Folds();
  const line = (/** @type {string} */ id) => /** @type {import('../../tools/page/difftree.js').Line} */ (folds.lines(nodes).find((l) => !l.run && rowOf(l.node.pair).id === id));
  folds.toggle(line('draw'));
  assert.deepEqual(seen(folds, nodes).slice(0, 4), ['game', '  draw', '    2 equal', '  judge']);
  folds.toggle(line('use'));
  assert.ok(seen(folds, nodes).includes('    use +5'), 'what differs can be folded too');
  assert.equal(line('use').node.apart, 2, 'and says how much of it differs');
  folds.toggle(/** @type {any} */ (folds.lines(nodes).findLast((l) => l.run)));
  assert.deepEqual(seen(folds, nodes).slice(-3), ['    g', '    h', '  end']);
});

test('everything opens at once, and folds again', () => {
  const nodes = diffTree(pairs(GAME));
  const folds = new Folds();
  const before = seen(folds, nodes);
  folds.all(nodes, true);
  assert.equal(folds.lines(nodes).length, pairs(GAME).length);
  folds.all(nodes, false);
  assert.deepEqual(seen(folds, nodes), before);
});

test('two equal traces are one line', () => {
  assert.deepEqual(seen(new Folds(), diffTree(pairs('=a\n=b\n =c'))), ['3 equal']);
});
