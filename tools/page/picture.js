// @ts-check
// Pictures of generals, where a pack brings them: `pictures/<general id>` with any of its endings, which the server knows.
// Without one everything is typography.

import { h } from './dom.js';
import { store } from './store.js';

/** Kept by place, so that a picture is not loaded anew when its seat is drawn again. @type {Map<string, HTMLElement>} */
const kept = new Map();

/** The picture of a general at a place (`seat3`, `choice`), if there is one.
 * @param {string} id @param {string} place */
export function picture(id, place) {
  if (!store.state.hello?.pictures.includes(id)) return null;
  const key = `${place} ${id}`;
  const img = kept.get(key) ?? h('img.picture', { 'data-key': `picture ${id}`, src: `pictures/${encodeURIComponent(id)}`, alt: '', decoding: 'async', onerror: () => { /** @type {HTMLElement} */ (img).hidden = true; } });
  kept.set(key, img);
  return img;
}
