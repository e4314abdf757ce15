// What the page itself keeps: types only. Messages are in `protocol.d.ts`, written from the server's types.

import type {
  Action, Branch, Failed, Hello, Line, Misplaced, Moment, Next, Picked, Reloaded, Request, SavedGame, Scenario, SeatLink, Source, Suit, Tick, Told,
  Trace, View,
  WayOffer, Words,
} from './protocol.js';

/** One of the server's messages by its `t`. */
export type Of<T extends Told['t']> = Extract<Told, { t: T }>;

/** The answer under construction. Cleared when another question comes. */
export type Pick = {
  /** the way begun */
  offer: WayOffer | null,
  /** the action built so far */
  action: Action | null,
  /** the name declared in it */
  named: Words | null,
  /** for the server's word on it */
  waiting: boolean,
  /** answer as soon as that word comes */
  eager: boolean,
  /** may a sole possible target be chosen for the person? */
  auto: boolean,
  /** may the cards chosen be recast instead? */
  recast: boolean,
  /** what the first card could be, to replace a sole choice */
  firstCards: number[],
  firstTargets: number[],
  cards: Picked[],
  players: number[],
  number: number | null,
  suit: Suit | null,
  name: string | null,
  index: number | null,
  piles: number[][],
  gifts: [number, number][],
  /** cards taken up, to be put or given */
  held: number[],
};

/** The state the page draws from. */
export type State = {
  link: 'connecting' | 'open' | 'lost',
  hello: Hello | null,
  view: View | null,
  /** decisions made so far at the moment shown */
  at: number,
  /** decisions of the branch */
  end: number,
  /** the moment shown is the end, and the game waits for people */
  live: boolean,
  playing: boolean,
  /** how long a bot's decision is waited with, in milliseconds */
  pace: number,
  branch: number,
  branches: Branch[],
  log: Line[],
  trace: Trace[],
  ticks: Tick[],
  request: Request | null,
  /** what may be added to the action under construction */
  next: Next | null,
  pick: Pick | null,
  /** seats others are waiting for */
  wait: number[],
  /** of those who are asked at the same time: when it runs out by this page's own time, and how long it was, in milliseconds */
  clock: { ends: number, whole: number } | null,
  /** rewound: what was answered here */
  was: Words | null,
  refused: { id: number, reason: Words } | null,
  error: Words | null,
  toast: Reloaded | null,
  failed: Failed | null,
  moment: Moment | null,
  source: Source | null,
  files: string[],
  seats: SeatLink[],
  /** the scenario that was saved last */
  saved: Scenario | null,
  /** the position that was asked for, as text */
  position: { text: string } | null,
  /** what is wrong with the text that was to be dealt */
  misplaced: Misplaced | null,
  /** the link for those who only watch */
  watchUrl: string | null,
  /** null: not asked for yet */
  games: SavedGame[] | null,
  /** the game that was left in the middle */
  offer: SavedGame | null,
  lang: 'zh' | 'en',
  /** null: as the system has it */
  theme: 'light' | 'dark' | null,
  /** pass for this person where he is asked and has nothing to answer with */
  passes: boolean,
  /** show the same moment after every reload */
  same: boolean,
  tab: 'log' | 'trace' | 'source' | 'director',
  /** drawer or phone sheet is open */
  sheet: boolean,
  dialog: null | { kind: string, seat?: number },
};
