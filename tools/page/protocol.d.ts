// The messages between page and server. Written from the types in `tools/src/web`; to write it anew:
//
//     MUNIU_WRITE=1 cargo test -p muniu --bin muniu protocol

/** A suit. */
export type Suit = "spade" | "heart" | "club" | "diamond";

/** A colour. */
export type Color = "red" | "black";

/** A type of card. */
export type CardType = "basic" | "trick" | "delayed_trick" | "equip";

/** A slot for equipment. */
export type Slot = "weapon" | "armor" | "plus_horse" | "minus_horse" | "treasure";

/** A phase of a turn. */
export type Phase = "prepare" | "judge" | "draw" | "play" | "discard" | "finish";

/** A kind of question. */
export type Kind = "play" | "use_card" | "respond" | "nullify" | "save" | "trigger" | "order_triggers" | "choose_cards" | "choose_players" | "choose_option" | "choose_number" | "choose_suit" | "confirm" | "pick_general" | "arrange" | "distribute";

/** A way to begin an action: opaque to a page, goes back as it came. */
export type Way = Record<string, unknown>;

/** An action: an `Action` of the kernel. */
export type Action = { way: Way, cards?: Array<number>, name?: string | null, targets?: Array<number>, option?: number | null, recast?: boolean, };

/** An answer: an `Answer` of the kernel. */
export type Answer = "pass" | { "act": Action } | { "index": number } | { "cards": Array<Picked> } | { "players": Array<number> } | { "number": number } | { "suit": Suit } | "yes" | { "name": string } | { "piles": Array<Array<number>> } | { "gifts": Array<[number, number]> };

/** A future that was left. */
export type Branch = { id: number,
/** The decision at which it leaves the others. */
from: number,
/** How many decisions it has. */
end: number, words: Words, };

/** A physical card that may be seen. */
export type Card = { id: number,
/** The name printed on it. */
name: string, words: Words, suit: Suit,
/** 1 (A) to 13 (K). */
rank: number, color: Color, type: CardType,
/** Of equipment. */
slot?: Slot,
/** Of weapons. */
range?: number, text: Words | null,
/** What it lies or counts as, where that isn't what is printed on it. */
as?: Words, };

/** A change that the director makes. Seats are numbered from 1. */
export type Change = { "deal": { card?: number,
/** `♥5 jink`, a face or a name alone: the first that fits, from the draw pile first. */
text?: string, to: number, zone: Place, } } | { "hp": { seat: number, value: number, } } | { "max_hp": { seat: number, value: number, } } | { "mark": { seat: number, mark: string, count: number, } } | { "chain": { seat: number, } } | { "flip": { seat: number, } } | { "general": { seat: number, id: string, } } | { "gain": { seat: number, skill: string, } } | { "lose": { seat: number, skill: string, } } | { "kill": { seat: number, } } | { "revive": { seat: number, } } | { "turn": { seat: number, } };

/** Which version of a moment goes on. */
export type Choice = "old" | "new";

/** A clock that runs out, in milliseconds. */
export type Clock = { left: number, whole: number, };

/** Something that is different on the two tables. */
export type Difference = { what: Words, old: Words, new: Words,
/** Whose it is. */
seat?: number, };

/** What the skill, card or mode of a file is and does in the game that is played. */
export type Facts = { words: Words | null, text: Words | null,
/** Where it listens, by the timings' ids. */
timings: Array<string>,
/** Seats that have the skill. */
holders: Array<number>,
/** How often it was used. */
used: number, };

/** Files that were saved and can't be used. */
export type Failed = {
/** The time of day (UTC). */
at: string, files: Array<string>, findings: Array<Finding>,
/** Since when what is in force has been so. */
since: string, };

/** Something wrong in a file. */
export type Finding = { file: string,
/** From 1. */
line: number,
/** In letters, from 1. */
column: number,
/** In letters, at least 1. */
length: number, message: string, help: string | null,
/** The line as it is in the file. */
source: string, severity: Severity, };

/** A general, to be chosen. */
export type General = { id: string, words: Words, title: Words | null, kingdom: Named | null, hp: number, max_hp: number, skills: Array<Skill>, };

/** Who a page is at this table. */
export type Hello = { role: RoleId,
/** The seat it plays. */
seat: number | null,
/** The folders of the packs; empty for guests. */
packs: Array<string>,
/** The language to begin with. */
lang: Lang, version: string,
/** The generals of whom there is a picture at `pictures/<id>`. */
pictures: Array<string>,
/** May files be saved from the page? */
edit: boolean, };

/** A hand of which cards may be chosen unseen. */
export type HiddenHand = { seat: number, count: number, };

/** A card that can't be used as it is. */
export type Illegal = { card: number, why: Words, };

/** The language of names and sentences. */
export type Lang = "zh" | "en";

/** A sentence of the log. */
export type Line = {
/** Decisions made before it. */
n: number,
/** How far it is set in. */
depth: number, words: Words, };

/** A mark with its number. */
export type Mark = { id: string, words: Words, count: number, };

/** A message of a page. */
export type Message = { "t": "answer", id: number, answer: Answer, } | { "t": "next", id: number, key: number, action: Action, } | { "t": "goto", n: number, } | { "t": "step", by: number, } | { "t": "turn", by: number, } | { "t": "bots", turns: number, } | { "t": "play" } | { "t": "pause" } | { "t": "here" } | { "t": "branch", id: number, } | { "t": "speed", ms: number, } | { "t": "again", from: number, } | { "t": "same", on: boolean, } | { "t": "keep", side: Choice, } | { "t": "direct", change: Change, } | { "t": "take", seat: number, } | { "t": "bot", seat: number, on: boolean, } | { "t": "all", on: boolean, } | { "t": "source", file: string, } | { "t": "save_source", file: string, text: string, } | { "t": "files" } | { "t": "seats" } | { "t": "games" } | { "t": "open", file: string, } | { "t": "remove", file: string, } | { "t": "save_scenario", from: number, } | { "t": "position" } | { "t": "deal_position", text: string, } | { "t": "new", mode?: string, seats?: number, seed?: number,
/** Of the host. */
general?: string, };

/** What is wrong with the text of a position, and where. */
export type Misplaced = {
/** From 1. */
line: number,
/** In characters, from 1. */
column: number, message: string, };

/** The same moment under the old code and the new. */
export type Moment = {
/** The decision it begins with: earlier than asked for, if the versions part before it. */
from: number, old: Side | null, new: Side | null,
/** The decision at which they differ first; nothing if they don't. */
differs: number | null,
/** That in words. */
sentence: Words, changes: Array<Difference>,
/** The traces that led there, aligned. */
trace: Array<RowPair>, };

/** An id and what people call it. */
export type Named = { id: string, words: Words, };

/** What may be added to a half-built action. */
export type Next = { cards: Array<number>,
/** How many cards the whole action takes: at least, and at most if there is a limit. */
card_bounds: [number, number | null],
/** Names that the card made of them may be declared as. */
names: Array<Named>, targets: Array<number>,
/** How many targets: at least, and at most if there is a limit. */
target_bounds: [number, number | null], options: Array<Words>,
/** Could it be carried out as it is? */
ready: boolean,
/** Does each target come with a second character? */
pairs: boolean, };

/** A moment of the game. */
export type Now = {
/** Decisions made so far at the moment shown. */
at: number,
/** Decisions of the branch. */
end: number,
/** Is the moment shown the newest? */
live: boolean,
/** Does the game go on by itself? Never while it is rewound. */
playing: boolean,
/** How long a bot's decision is waited with, in milliseconds. */
pace: number,
/** The number of this branch. */
branch: number,
/** Futures that were left. */
branches: Array<Branch>, view: View,
/** How long those have who are asked at the same time. */
clock: Clock | null, };

/** Numbers to choose from, both ends included. */
export type NumberRange = { min: number, max: number, };

/** A chosen card, or one of a hand that is hidden: a `Pick` of the kernel. */
export type Picked = { "card": number } | { "hidden": number };

/** Cards on or beside a general. */
export type Pile = { id: string, words: Words, count: number,
/** Nothing while they may not be seen. */
cards: Array<Card> | null, };

/** A pile to arrange cards in. */
export type PileOffer = { id: string, words: Words, min: number,
/** Nothing: as many as there are. */
max: number | null, };

/** Where a card is dealt. */
export type Place = "hand" | "equip" | "judge" | "top";

/** Who plays a seat. */
export type Plays = "human" | "bot" | "away" | "awaited";

/** Files that were saved and are in force. */
export type Reloaded = {
/** The time of day (UTC). */
at: string, files: Array<string>,
/** The decision at which to look at the same moment. */
same: number | null,
/** What is different now, in words. */
changed: Array<Words>, };

/** A question that a page may answer. Which of the lists there are depends on its kind. */
export type Request = {
/** The number of the decision; an answer names it. */
id: number,
/** Who is asked. */
seat: number, kind: Kind, title: Words,
/** On whose behalf it is asked. */
skill: Skill | null,
/** May it be passed? */
optional: boolean,
/** What passing means. */
pass: Words,
/** Actions: what one may begin with. */
ways?: Array<WayOffer>,
/** Actions: cards of one's hand that can't be used as they are, with the reason. */
illegal?: Array<Illegal>, cards?: Array<Card>,
/** Hands of which cards may be chosen unseen. */
hidden?: Array<HiddenHand>, min?: number,
/** Missing: as many as one likes. */
max?: number,
/** How many cards one character may get; missing: any number. */
each_max?: number,
/** Piles to arrange cards in. */
piles?: Array<PileOffer>,
/** Characters to choose from. */
candidates?: Array<number>, options?: Array<Words>, range?: NumberRange,
/** Generals to choose from. */
choices?: Array<General>, };

/** What a page may do: everything, play a seat, or look on. */
export type RoleId = "host" | "seat" | "watch";

/** Rows of both traces that stand beside one another; a row that only one has is alone. */
export type RowPair = { old: Trace | null, new: Trace | null, same: boolean, };

/** A saved game, as the host's list shows it. */
export type SavedGame = { file: string,
/** When it was last played, in seconds since 1970. */
when: number, mode: Words, seats: number, seed: string,
/** By seat, as far as they were chosen. */
generals: Array<Words>, decisions: number, branches: number,
/** Seats that won, if it is over; nobody in a draw. */
winners: Array<number> | null, packs: Array<string>,
/** In bytes. */
size: number,
/** It is the one at this table. */
here: boolean,
/** Somebody plays it, here or elsewhere. */
played: boolean, };

/** A scenario that was written into a file. It passes. */
export type Scenario = {
/** The file, inside its pack. */
file: string, text: string,
/** The decision that it was to begin with. */
asked: number,
/** The decision that it begins with. */
from: number,
/** The moment that it leads to. */
to: number,
/** Why it is told no more plainly, and not from later on. */
why: Array<string>, };

/** A character and everything before it. */
export type Seat = { seat: number,
/** Is it this page's own? */
you: boolean, generals: Array<SeatGeneral>, kingdom: Named | null, gender: 'male'|'female'|'neutral', hp: number, max_hp: number, alive: boolean,
/** Nothing while it may not be seen. */
role: Named | null,
/** May everybody see the role? */
role_shown: boolean, hand_count: number,
/** Nothing while it may not be seen. */
hand: Array<Card> | null, hand_limit: number, range: number,
/** To every seat in order, itself and the dead included. */
distance: Array<number>, equips: Array<Card>,
/** The newest last. */
judging: Array<Card>, piles: Array<Pile>, marks: Array<Mark>, skills: Array<Skill>, chained: boolean, face_down: boolean,
/** Is it this character's turn? */
turn: boolean,
/** Does the game wait for this character? */
asked: boolean, player: Plays, };

/** A general card before a character; hidden ones are there for who may see them. */
export type SeatGeneral = { id: string, words: Words, title: Words | null,
/** Face up? */
shown: boolean, };

/** A link for a friend. */
export type SeatLink = { seat: number, url: string,
/** Is somebody there? */
taken: boolean, };

/** How bad a finding is. */
export type Severity = "error" | "warning";

/** The position that one version came to. */
export type Side = {
/** Decisions made before it. */
at: number, view: View, };

/** A skill with its texts. */
export type Skill = { id: string, words: Words, text: Words | null, flags: Array<SkillFlag>,
/** Used up: a limited or awakening skill that was used. */
off: boolean, from: SkillFrom,
/** The file that says what it does. */
script: string | null, };

/** A property of a skill. */
export type SkillFlag = "compulsory" | "limited" | "awakening" | "lord" | "given";

/** Where a skill comes from: printed on a general card, or gained. */
export type SkillFrom = "general" | "gained";

/** A script or data file with what there is to know about it. */
export type Source = { file: string, text: string, facts: Facts, findings: Array<Finding>, };

/** A decision on the timeline, or a change by the director (seat 0). */
export type Tick = {
/** Decisions made before it. */
n: number, seat: number, kind: Kind | 'director', round: number,
/** Whose turn it was. */
turn: number | null, words: Words,
/** On whose behalf it was asked. */
skill?: string, director: boolean, };

/** A message to a page. Which of them a page gets depends on its role: only the host's hears of files, branches, the
 * trace and reloads. What a page may not see is in none of them. */
export type Told = { "t": "hello" } & Hello | { "t": "view" } & Now | { "t": "log", reset: boolean, lines: Array<Line>, } | { "t": "ticks", reset: boolean, ticks: Array<Tick>, } | { "t": "trace", reset: boolean, rows: Array<Trace>, } | { "t": "ask", request: Request, } | { "t": "wait", seats: Array<number>, } | { "t": "was", answer: Words, } | { "t": "next", id: number, key: number, next: Next, } | { "t": "refused", id: number, reason: Words, } | { "t": "error", message: Words, } | { "t": "reloaded" } & Reloaded | { "t": "failed" } & Failed | { "t": "mended" } | { "t": "moment" } & Moment | { "t": "source" } & Source | { "t": "saved", file: string, } | { "t": "files", files: Array<string>, } | { "t": "scenario" } & Scenario | { "t": "position", text: string, } | { "t": "misplaced" } & Misplaced | { "t": "seats", links: Array<SeatLink>, watch: string, } | { "t": "games", games: Array<SavedGame>, } | { "t": "offer", game: SavedGame, };

/** A row of the scheduler's trace. */
export type Trace = {
/** Decisions made before it. */
n: number,
/** Events around it. */
depth: number, kind: TraceKind,
/** The kind of the event, the timing or the skill; empty for a change. */
id: string, words: Words,
/** Whose event it is, or who could act. */
who?: number, skill?: string,
/** Did the conditions hold? */
yes?: boolean,
/** The handler's line in its script. */
line?: number, script?: string, };

/** Sorts of rows: an event began, a timing came, somebody's ability was considered there, it was carried out, something
 * changed. */
export type TraceKind = "event" | "timing" | "considered" | "acted" | "change";

/** A card being used: who uses it on whom. */
export type Use = {
/** Nobody uses a delayed trick that takes effect. */
user: number | null,
/** What it is used as. */
card: Named,
/** The physical cards, by id; there may be none. */
cards: Array<number>,
/** Those who are still targets, in the order in which it takes effect. */
targets: Array<number>,
/** The target it has come to. */
current: number | null, };

/** The whole table. */
export type View = { mode: Words,
/** As text: it has more digits than a page's numbers. */
seed: string, round: number,
/** Whose turn it is. */
turn: number | null, phase: Phase | null,
/** How many cards the draw pile has. */
draw: number,
/** How many cards the discard pile has. */
discard: number,
/** The newest of them, the newest first. */
discard_top: Array<Card>, processing: Array<Card>,
/** Uses under way, the innermost last. */
uses: Array<Use>,
/** What all may see of a seat is put together once and shared. */
seats: Array<Seat>,
/** Is everything shown, other hands too? */
all: boolean,
/** Once the game is over. */
result: Winners | null, };

/** Sorts of ways. */
export type WayKind = "card" | "recast" | "convert" | "provide" | "active" | "trigger";

/** A way to begin an action. */
export type WayOffer = { way: Way, kind: WayKind, words: Words,
/** The card that it begins with. */
card?: number,
/** The skill that it belongs to. */
skill?: string,
/** Whose skill it is. */
owner?: number, };

/** How a game ended; nobody wins a draw. */
export type Winners = { winners: Array<number>, };

/** A text in both languages. */
export type Words = { zh: string, en: string, };
