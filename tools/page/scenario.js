// @ts-check
// The game saved as a scenario: from which decision, and the file with its text, or why there is none.

import { h } from './dom.js';
import { store } from './store.js';
import { tr, w } from './words.js';
import { copy } from './parts.js';

/** The newest action before the moment shown: what people mean by "this". */
function lastAction() {
  const { ticks, at } = store.state;
  return ticks.findLast((t) => t.kind === 'play' && t.n < at)?.n ?? at;
}

/** What the dialog holds. @param {(message: import('./protocol.js').Message) => void} send */
export function scenarioDialog(send) {
  const { at, saved } = store.state;
  const from = /** @type {HTMLInputElement} */ (h('input', { type: 'number', min: 0, max: at, value: saved?.asked ?? lastAction(), 'aria-label': tr('从第几个决定起', 'From which decision'), 'data-key': 'from' }));
  const save = () => { store.set({ saved: null }); send({ t: 'save_scenario', from: Math.max(0, Math.min(at, Number(from.value) || 0)) }); };
  from.addEventListener('keydown', (e) => { e.stopPropagation(); if (e.key === 'Enter') save(); });
  return {
    title: tr('存为情景', 'Save as scenario'),
    body: h('div.scenario', null,
      h('p', null, tr(`从所选决定处（或之前最近的出牌空闲点）的局面开始，到 #${at} 为止；写下之前先运行一遍。`, `From the position at this decision (or the last idle point before it) up to #${at}; it is run before it is written.`)),
      h('div.row', null, h('label', null, tr('从 #', 'From #'), from), h('button.btn.small.primary', { 'data-act': 'save-scenario', onclick: save }, tr('保存', 'Save'))),
      saved ? result(saved) : null),
  };
}

/** @param {import('./protocol.js').Scenario} saved */
function result(saved) {
  const moved = saved.from < saved.asked && saved.why.length > 0;
  const said = w(`已存为 ${saved.file}，从 #${saved.from} 到 #${saved.to}，运行通过`, `Saved as ${saved.file}, #${saved.from} to #${saved.to}; it passes`);
  return h('section', { 'data-saved': saved.file },
    h('p', { role: 'status' }, tr(said.zh, said.en)),
    moved ? h('p.note', null, tr(`从更晚处说不出来：${saved.why[0]}`, `It could not be told from later on: ${saved.why[0]}`)) : null,
    h('pre', { tabindex: '0' }, saved.text),
    h('button.btn.small', { 'data-act': 'copy-scenario', onclick: () => copy(saved.text) }, tr('复制', 'Copy')));
}
