// What every test here stands on: the program is started at a free port with a seed, the page opened in a browser, and
// both are gone when the test is over. A test that fails says with which command its table was started and leaves
// pictures of its pages.

import { after, test } from 'node:test';
import { execFile, spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** The program under test. */
const MUNIU = resolve(process.env.MUNIU ?? join(ROOT, 'target/release/muniu'));
/** Where pictures of failed tests go; all pictures, if they are asked for. */
const SHOTS = process.env.MUNIU_SHOTS ?? join(tmpdir(), 'muniu-shots');
const ALL_SHOTS = 'MUNIU_SHOTS' in process.env;
/** The page's files from a directory instead of those inside the program, while they are worked on. */
const PAGE = process.env.MUNIU_PAGE;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const ASKS = join(ROOT, 'tests/packs/asks');

/** How long anything on the page may take to come. */
export const PATIENCE = 10_000;
const START = 30_000;

/** `clock`: seconds for those who are asked together; `root`: the base pack from elsewhere.
 * @typedef {{seats?: number, seat?: number, seed?: number, general?: string, packs?: string[], edit?: boolean, clock?: number, root?: string}} Setup */

/** The arguments that open a table: the one place that knows them. @param {Setup} setup */
function command({ seats = 4, seat, seed = 1, general, packs = [], edit, clock }) {
  const args = ['play', '--no-open', '--port', '0', '--seats', String(seats), '--seed', String(seed)];
  if (seat) args.push('--seat', String(seat));
  if (general) args.push('--general', general);
  for (const pack of packs) args.push('--pack', pack);
  if (edit) args.push('--edit');
  if (clock != null) args.push('--clock', String(clock));
  if (PAGE) args.push('--page', resolve(PAGE));
  return args;
}

/** @param {Setup} setup */
const environment = ({ root }) => ({ ...process.env, MUNIU_ROOT: root ?? process.env.MUNIU_ROOT ?? ROOT });

/** Starts the program. @param {Setup} setup @param {string} cwd
 * @returns {Promise<{link: string, stop: (signal?: NodeJS.Signals) => Promise<void>}>} */
async function serve(setup, cwd) {
  const args = command(setup);
  const child = spawn(MUNIU, args, { cwd, env: environment(setup), stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (data) => { said += data; });
  const stop = async (/** @type {NodeJS.Signals|undefined} */ signal) => {
    if (child.exitCode == null && child.signalCode == null) {
      child.kill(signal);
      await new Promise((done) => child.once('exit', done));
    }
  };
  try {
    const link = await new Promise((found, failed) => {
      let out = '';
      const timer = setTimeout(() => failed(new Error(`no link within ${START} ms`)), START);
      const done = (/** @type {() => void} */ fn) => { clearTimeout(timer); fn(); };
      child.once('error', (error) => done(() => failed(error)));
      child.once('exit', (code) => done(() => failed(new Error(`it ended with ${code}: ${said}`))));
      child.stdout.on('data', (data) => {
        out += data;
        const url = /http:\/\/\S+token=\S+/.exec(out);
        if (url) done(() => found(url[0]));
      });
    });
    return { link, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs the program to its end: what it printed, and how it ended. @param {string[]} args @param {Setup} setup
 * @returns {Promise<{code: number, said: string}>} */
export const run = (args, setup) => new Promise((done) => {
  execFile(MUNIU, args, { env: environment(setup) }, (error, out, err) => done({ code: error ? Number(error.code ?? -1) : 0, said: out + err }));
});

/** A copy of the base pack, in which a test may leave files. */
export function copiedRoot() {
  const root = mkdtempSync(join(tmpdir(), 'muniu-root-'));
  for (const part of ['pack.toml', 'cards', 'generals', 'scripts']) cpSync(join(ROOT, part), join(root, part), { recursive: true });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** One browser for all tests of a file. @type {Promise<import('playwright-core').Browser>|undefined} */
let browser;
const launch = () => (browser ??= chromium.launch({
  executablePath: CHROMIUM,
  args: ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
}));
after(async () => { await (await browser)?.close(); });

/** @typedef {{width?: number, height?: number, lang?: 'zh'|'en', theme?: 'light'|'dark', touch?: boolean, passes?: boolean}} Look */

/** What a test gets: its table, and pages at it. */
export class Table {
  /** @type {import('playwright-core').Page[]} */ pages = [];
  /** What went wrong inside pages. @type {string[]} */ faults = [];
  /** @type {(() => unknown)[]} */ #last = [];

  /** @param {string} name @param {Setup} setup */
  constructor(name, setup) {
    this.name = name;
    this.setup = setup;
  }

  /** Where the program runs: a directory of its own, for what it records is not for the repository. */
  #cwd = mkdtempSync(join(tmpdir(), 'muniu-table-'));

  async start() {
    const server = this.server = await serve(this.setup, this.#cwd);
    this.#last.push(() => server.stop());
  }

  /** The program is gone from one moment to the next, and is started again where it was. */
  async crash() {
    await this.server?.stop('SIGKILL');
    await this.start();
  }

  get link() { return this.server?.link ?? ''; }

  /** A page of somebody who has this link, as he likes to see it. Each page is a browser of its own.
   * @param {string} [link] @param {Look} [look] */
  async open(link = this.link, { width = 1280, height = 720, lang = 'zh', theme = 'light', touch = false, passes } = {}) {
    const context = await (await launch()).newContext({ viewport: { width, height }, colorScheme: theme, hasTouch: touch, locale: lang === 'zh' ? 'zh-CN' : 'en-GB' });
    this.#last.push(() => context.close());
    await context.addInitScript((wish) => { if (!localStorage.getItem('muniu-table')) localStorage.setItem('muniu-table', wish); }, JSON.stringify({ lang, theme, passes }));
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.on('pageerror', (error) => this.faults.push(String(error)));
    page.on('console', (message) => {
      // a lost line is told by the browser itself
      if (message.type() === 'error' && !message.text().startsWith('WebSocket connection to')) this.faults.push(message.text());
    });
    this.pages.push(page);
    await page.goto(link);
    return page;
  }

  /** The table by a line that can be cut and mended, and a link that leads through it. @param {string} link */
  async line(link) {
    const to = new URL(link), through = new URL(link);
    /** @type {Set<import('node:net').Socket>} */
    const ends = new Set();
    let whole = true;
    const proxy = createServer((near) => {
      const far = connect(Number(to.port), to.hostname);
      for (const [end, other] of [[near, far], [far, near]]) {
        ends.add(end);
        end.pipe(other);
        end.on('error', () => {});
        end.on('close', () => { ends.delete(end); other.end(); });
      }
      if (!whole) near.destroy();
    });
    const cut = () => { whole = false; for (const end of ends) end.destroy(); };
    await new Promise((ready) => proxy.listen(0, '127.0.0.1', () => ready(undefined)));
    this.after(() => { cut(); proxy.close(); });
    through.port = String(/** @type {import('node:net').AddressInfo} */ (proxy.address()).port);
    return { link: through.href, cut, mend: () => { whole = true; } };
  }

  /** A picture to be looked at by people, if pictures are asked for.
   * @param {import('playwright-core').Page} page @param {string} what */
  async shot(page, what) {
    if (ALL_SHOTS) await snap(page, `${this.name} ${what}`);
  }

  /** Something to be done when the test is over. @param {() => unknown} fn */
  after(fn) { this.#last.push(fn); }

  async end() {
    for (const fn of this.#last.reverse()) await fn();
    rmSync(this.#cwd, { recursive: true, force: true });
  }
}

/** @param {import('playwright-core').Page} page @param {string} name */
async function snap(page, name) {
  mkdirSync(SHOTS, { recursive: true });
  const path = join(SHOTS, `${name.replace(/[^\w.-]+/g, '-')}.png`);
  await page.screenshot({ path });
  return path;
}

/** Runs it; when it fails, the error says how to have the same table again and where its pictures are.
 * @param {Table} table @param {string} name @param {() => Promise<void>} run */
async function told(table, name, run) {
  try {
    await run();
    if (table.faults.length) throw new Error(`errors in the page:\n${table.faults.splice(0).join('\n')}`);
  } catch (error) {
    const shots = await Promise.all(table.pages.map((page, i) => snap(page, `FAILED ${name} ${i + 1}`).catch(() => 'no picture')));
    const more = [`seed ${table.setup.seed ?? 1}`, `MUNIU_ROOT=${ROOT} ${MUNIU} ${command(table.setup).join(' ')}`, ...shots].join('\n');
    throw new Error(`${error instanceof Error ? error.message : error}\n${more}`, { cause: error });
  }
}

/** A test at a table of its own. A long one may name its steps: each is a result of its own.
 * @param {string} name @param {Setup} setup
 * @param {(table: Table, step: (name: string, run: () => Promise<void>) => Promise<void>) => Promise<void>} run */
export function atTable(name, setup, run) {
  test(name, { timeout: 180_000 }, async (t) => {
    const table = new Table(name, setup);
    try {
      await told(table, name, async () => {
        await table.start();
        await run(table, (step, body) => t.test(step, () => told(table, `${name} ${step}`, body)));
      });
    } finally {
      await table.end();
    }
  });
}

/** A number for people to read: reported, never asserted. @param {string} what @param {number} ms */
export function report(what, ms) {
  console.log(`# ${what}: ${Math.round(ms)} ms`);
}
