// @ts-check
// A light tokenizer for what the source tab shows: Luau scripts and TOML data. It colours; it does not check.

/** A piece of a line: its class (k keyword, s string, c comment, n number, f call, p field, '' plain) and text.
 * @typedef {[cls: string, text: string]} Token */

const LUAU_WORDS = new Set('and break continue do else elseif end export false for function if in local nil not or repeat return self then true type typeof until use while'.split(' '));

// One alternative a class; the first that matches at a place wins.
const LUAU = /(--\[(=*)\[[\s\S]*?(?:\]\2\]|$)|--[^\n]*)|(\[(=*)\[[\s\S]*?(?:\]\4\]|$)|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|`(?:\\[\s\S]|[^`\\])*`?)|(0[xX][\da-fA-F_]+|0[bB][01_]+|\d[\d_]*\.?[\d_]*(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)/g;
const TOML = /(#[^\n]*)|("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?)|(\b[+-]?\d[\d_.:T+-]*\b)|([A-Za-z_][\w-]*)/g;

/** The lines of a text as tokens, in the language its file name tells.
 * @param {string} file @param {string} text @returns {Token[][]} */
export function lex(file, text) {
  const tokens = file.endsWith('.luau') || file.endsWith('.lua') ? luau(text) : file.endsWith('.toml') ? toml(text) : [/** @type {Token} */ (['', text])];
  return lines(tokens);
}

/** @param {string} text @returns {Token[]} */
function luau(text) {
  return scan(text, LUAU, (m) => {
    if (m[1] != null) return 'c';
    if (m[3] != null) return 's';
    if (m[5] != null) return 'n';
    const word = m[6];
    const before = text.slice(Math.max(0, m.index - 1), m.index);
    if (LUAU_WORDS.has(word) && before !== '.' && before !== ':') return 'k';
    const after = /^\s*(\S)/.exec(text.slice(m.index + word.length, m.index + word.length + 8))?.[1];
    if (after === '(' || after === '{' || after === '"') return 'f';
    return before === '.' || before === ':' ? 'p' : '';
  });
}

/** @param {string} text @returns {Token[]} */
function toml(text) {
  return scan(text, TOML, (m) => {
    if (m[1] != null) return 'c';
    if (m[2] != null) return /^\s*=/.test(text.slice(m.index + m[2].length, m.index + m[2].length + 4)) ? 'p' : 's';
    if (m[3] != null) return 'n';
    const word = m[4];
    if (word === 'true' || word === 'false') return 'k';
    const lineStart = text.lastIndexOf('\n', m.index) + 1;
    if (/^\s*\[/.test(text.slice(lineStart, m.index + 1))) return 'f'; // a table's name
    return /^\s*[=.]/.test(text.slice(m.index + word.length, m.index + word.length + 4)) ? 'p' : '';
  });
}

/** @param {string} text @param {RegExp} what @param {(m: RegExpExecArray) => string} kind @returns {Token[]} */
function scan(text, what, kind) {
  /** @type {Token[]} */
  const out = [];
  let from = 0;
  what.lastIndex = 0;
  for (let m = what.exec(text); m; m = what.exec(text)) {
    if (!m[0]) { what.lastIndex += 1; continue; }
    if (m.index > from) out.push(['', text.slice(from, m.index)]);
    out.push([kind(m), m[0]]);
    from = m.index + m[0].length;
  }
  if (from < text.length) out.push(['', text.slice(from)]);
  return out;
}

/** Cuts tokens at line ends: a comment over three lines becomes three tokens.
 * @param {Token[]} tokens @returns {Token[][]} */
function lines(tokens) {
  /** @type {Token[][]} */
  const out = [[]];
  for (const [cls, text] of tokens) {
    text.split('\n').forEach((part, i) => {
      if (i) out.push([]);
      if (part) out[out.length - 1].push([cls, part]);
    });
  }
  return out;
}
