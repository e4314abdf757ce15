// @ts-check
// Two traces as one tree: what is equal folds, with how much of it there is; what differs, and what it lies in, stays
// open. Both sides draw the same rows, so they stay aligned. Nothing here draws.

/** @typedef {import('./protocol.js').Trace} Trace */
/** @typedef {{old: Trace|null, new: Trace|null, same: boolean}} Pair */
/** A row of both traces with what happened within it: `size` rows, `apart` of them different.
 * @typedef {{pair: Pair, kids: DiffNode[], size: number, apart: number}} DiffNode */
/** A line to be drawn: a node, open or not, or a run of equal ones folded into one line.
 * @typedef {{level: number, node: DiffNode, run: DiffNode[]|null, open: boolean|null, parent: DiffNode|null}} Line */

/** The row of a pair, of the side that has it. @param {Pair} pair */
export const rowOf = (pair) => /** @type {Trace} */ (pair.new ?? pair.old);

/** The tree that the depths of the rows describe.
 * @param {Pair[]} pairs @returns {DiffNode[]} */
export function diffTree(pairs) {
  /** @type {DiffNode[]} */
  const roots = [];
  /** @type {DiffNode[]} */
  const path = [];
  for (const pair of pairs) {
    const node = { pair, kids: [], size: 1, apart: pair.same ? 0 : 1 };
    while (path.length && rowOf(path[path.length - 1].pair).depth >= rowOf(pair).depth) path.pop();
    (path.length ? path[path.length - 1].kids : roots).push(node);
    for (const above of path) { above.size += 1; above.apart += node.apart; }
    path.push(node);
  }
  return roots;
}

/** What is folded and what is not, where someone said so; the rest follows from what differs. */
export class Folds {
  /** @type {WeakMap<DiffNode, boolean>} */
  #said = new WeakMap();
  /** @type {WeakSet<DiffNode>} */
  #runs = new WeakSet();

  /** @param {DiffNode} node */
  isOpen(node) { return this.#said.get(node) ?? node.apart > 0; }

  /** @param {Line} line @param {boolean} [open] */
  toggle(line, open = !line.open) {
    if (line.run) this.#runs.add(line.run[0]);
    else this.#said.set(line.node, open);
  }

  /** Opens or folds everything. @param {DiffNode[]} nodes @param {boolean} open */
  all(nodes, open) {
    for (const node of nodes) {
      if (open) { this.#said.set(node, true); this.#runs.add(node); } else { this.#said.delete(node); this.#runs.delete(node); }
      this.all(node.kids, open);
    }
  }

  /** The lines in sight.
   * @param {DiffNode[]} nodes @returns {Line[]} */
  lines(nodes) { return this.#lines(nodes, 1, null); }

  /** @param {DiffNode[]} nodes @param {number} level @param {DiffNode|null} parent @returns {Line[]} */
  #lines(nodes, level, parent) {
    /** @type {Line[]} */
    const out = [];
    for (let i = 0; i < nodes.length;) {
      let j = i;
      while (j < nodes.length && !nodes[j].apart) j += 1;
      // the equal row just before a difference says where one is
      const until = j < nodes.length ? j - 1 : j;
      if (until - i > 1 && !this.#runs.has(nodes[i])) {
        out.push({ level, node: nodes[i], run: nodes.slice(i, until), open: false, parent });
        i = until;
      }
      // a run that was opened ends where it ended; then what differs
      for (const end = Math.min(Math.max(j, i) + (j < nodes.length ? 1 : 0), nodes.length); i < end; i += 1) {
        const node = nodes[i];
        const open = node.kids.length ? this.isOpen(node) : null;
        out.push({ level, node, run: null, open, parent });
        if (open) out.push(...this.#lines(node.kids, level + 1, node));
      }
    }
    return out;
  }
}

/** How many rows a run holds. @param {DiffNode[]} run */
export const sizeOf = (run) => run.reduce((sum, node) => sum + node.size, 0);
