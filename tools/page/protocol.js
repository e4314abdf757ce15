// @ts-check
// The messages between page and server, as types only. See the protocol's own description for the meaning
// of each; a field that is missing there is missing here.

/** @typedef {{zh: string, en: string}} Words */
/** @typedef {'spade'|'heart'|'club'|'diamond'} Suit */

/** @typedef {object} Card
 * @property {number} id
 * @property {string} name
 * @property {Words} words
 * @property {Suit} suit
 * @property {number} rank
 * @property {'red'|'black'} color
 * @property {'basic'|'trick'|'delayed_trick'|'equip'} type
 * @property {string} [slot]
 * @property {number} [range]
 * @property {Words|null} [text]
 * @property {Words|null} [as]  what it lies or counts as */

/** @typedef {object} Skill
 * @property {string} id
 * @property {Words} words
 * @property {Words|null} text
 * @property {string[]} flags  compulsory, limited, awakening, lord, given
 * @property {boolean} off
 * @property {'general'|'gained'} from
 * @property {string} script */

/** @typedef {object} Pile
 * @property {string} id
 * @property {Words} words
 * @property {number} count
 * @property {Card[]|null} cards */

/** @typedef {object} Seat
 * @property {number} seat
 * @property {boolean} you
 * @property {{id: string, words: Words, title: Words|null, shown: boolean}[]} generals
 * @property {{id: string, words: Words}|null} kingdom
 * @property {string} gender
 * @property {number} hp
 * @property {number} max_hp
 * @property {boolean} alive
 * @property {{id: string, words: Words}|null} role
 * @property {boolean} role_shown
 * @property {number} hand_count
 * @property {Card[]|null} hand
 * @property {number} hand_limit
 * @property {number} range
 * @property {number[]} distance
 * @property {Card[]} equips
 * @property {Card[]} judging
 * @property {Pile[]} piles
 * @property {{id: string, words: Words, count: number}[]} marks
 * @property {Skill[]} skills
 * @property {boolean} chained
 * @property {boolean} face_down
 * @property {boolean} turn
 * @property {boolean} asked
 * @property {'human'|'bot'|'away'} player */

/** @typedef {object} View
 * @property {Words} mode
 * @property {string} seed
 * @property {number} round
 * @property {number|null} turn
 * @property {string|null} phase
 * @property {number} draw
 * @property {number} discard
 * @property {Card[]} discard_top
 * @property {Card[]} processing
 * @property {Seat[]} seats
 * @property {boolean} all
 * @property {null|{winners: number[]}} result */

/** A way is opaque: it goes back as it came.
 * @typedef {Record<string, unknown>} Way */

/** @typedef {object} WayOffer
 * @property {Way} way
 * @property {Words} words
 * @property {'card'|'recast'|'convert'|'provide'|'active'|'trigger'} kind
 * @property {number} [card]
 * @property {string} [skill]
 * @property {number} [owner] */

/** @typedef {object} Action
 * @property {Way} way
 * @property {number[]} [cards]
 * @property {string} [name]
 * @property {number[]} [targets]
 * @property {number} [option]
 * @property {true} [recast] */

/** @typedef {'play'|'use_card'|'respond'|'nullify'|'save'|'trigger'|'order_triggers'|'choose_cards'|'choose_players'|'choose_option'|'choose_number'|'choose_suit'|'confirm'|'pick_general'|'arrange'|'distribute'} Kind */

/** @typedef {object} General
 * @property {string} id
 * @property {Words} words
 * @property {Words|null} title
 * @property {{id: string, words: Words}|null} kingdom
 * @property {number} hp
 * @property {number} max_hp
 * @property {Skill[]} skills */

/** @typedef {object} Request
 * @property {number} id
 * @property {number} seat
 * @property {Kind} kind
 * @property {Words} title
 * @property {{id: string, words: Words, text: Words|null}|null} skill
 * @property {boolean} optional
 * @property {Words} pass
 * @property {WayOffer[]} [ways]
 * @property {{card: number, why: Words}[]} [illegal]
 * @property {Card[]} [cards]
 * @property {{seat: number, count: number}[]} [hidden]
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [each_max]
 * @property {{id: string, words: Words, min: number, max: number|null}[]} [piles]
 * @property {number[]} [candidates]
 * @property {Words[]} [options]
 * @property {{min: number, max: number}} [range]
 * @property {General[]} [choices] */

/** What may be added to a half-built action.
 * @typedef {object} Next
 * @property {number[]} cards
 * @property {[number, number|null]} card_bounds
 * @property {{id: string, words: Words}[]} names
 * @property {number[]} targets
 * @property {[number, number|null]} target_bounds
 * @property {Words[]} options
 * @property {boolean} ready
 * @property {boolean} pairs */

/** @typedef {{card: number}|{hidden: number}} Picked */
/** @typedef {'pass'|'yes'|{act: Action}|{index: number}|{cards: Picked[]}|{players: number[]}|{number: number}|{suit: Suit}|{name: string}|{piles: number[][]}|{gifts: [number, number][]}} Answer */

/** @typedef {{n: number, seat: number, kind: string, round: number, turn: number|null, words: Words, skill?: string, director?: boolean}} Tick */
/** @typedef {{n: number, depth: number, words: Words|null, html: null}} Line */
/** @typedef {object} Trace
 * @property {number} n
 * @property {number} depth
 * @property {'event'|'timing'|'considered'|'acted'|'change'} kind
 * @property {string} id
 * @property {Words} words
 * @property {number} [who]
 * @property {string} [skill]
 * @property {boolean} [yes]
 * @property {number} [line]
 * @property {string} [script] */
/** @typedef {{file: string, line: number, column: number, length: number, message: string, help: string|null, source: string, severity: 'error'|'warning'}} Finding */
/** @typedef {{id: number, from: number, end: number, words: Words}} Branch */
/** @typedef {{at: number, view: View}} Side */

/** @typedef {{t: 'hello', role: 'host'|'seat'|'watch', seat: number|null, lang: 'zh'|'en', packs: string[], version: string, edit: boolean}} Hello */
/** @typedef {{at: string, files: string[], same: number|null, changed: Words[]}} Reloaded */
/** @typedef {{at: string, files: string[], findings: Finding[], since: string}} Failed */
/** @typedef {{from: number, old: Side, new: Side, differs: number|null, sentence: Words, changes: {what: Words, old: string, new: string, seat?: number}[], trace: {old: Trace|null, new: Trace|null, same: boolean}[]}} Moment */
/** @typedef {{file: string, text: string, facts: {words: Words|null, text: Words|null, timings: string[], holders: number[], used: number}|null, findings: Finding[]}} Source */

/** The answer under construction. Cleared when another question comes.
 * @typedef {object} Pick
 * @property {WayOffer|null} offer  the way begun
 * @property {Action|null} action  the action built so far
 * @property {Words|null} named  the name declared in it
 * @property {boolean} waiting  for the server's word on it
 * @property {boolean} eager  answer as soon as that word comes
 * @property {boolean} auto  may a sole possible target be chosen for the person?
 * @property {boolean} recast  may the cards chosen be recast instead?
 * @property {number[]} firstCards  what the first card could be, to replace a sole choice
 * @property {number[]} firstTargets
 * @property {Picked[]} cards
 * @property {number[]} players
 * @property {number|null} number
 * @property {Suit|null} suit
 * @property {string|null} name
 * @property {number|null} index
 * @property {number[][]} piles
 * @property {[number, number][]} gifts
 * @property {number[]} held  cards taken up, to be put or given */

/** The state the page draws from.
 * @typedef {object} State
 * @property {'connecting'|'open'|'lost'} link
 * @property {Hello|null} hello
 * @property {View|null} view
 * @property {number} at  decisions made so far at the moment shown
 * @property {number} end  decisions of the branch
 * @property {boolean} live  the moment shown is the end, and the game waits for people
 * @property {boolean} playing
 * @property {number} branch
 * @property {Branch[]} branches
 * @property {Line[]} log
 * @property {Trace[]} trace
 * @property {Tick[]} ticks
 * @property {Request|null} request
 * @property {Next|null} next  what may be added to the action under construction
 * @property {Pick|null} pick
 * @property {number[]} wait  seats others are waiting for
 * @property {Words|null} was  rewound: what was answered here
 * @property {{id: number, reason: string|Words}|null} refused
 * @property {Words|null} error
 * @property {Reloaded|null} toast
 * @property {Failed|null} failed
 * @property {Moment|null} moment
 * @property {Source|null} source
 * @property {string[]} files
 * @property {{seat: number, url: string, taken: boolean}[]} seats
 * @property {string|null} [watchUrl]  the link for those who only watch
 * @property {'zh'|'en'} lang
 * @property {'light'|'dark'|null} theme  null: as the system has it
 * @property {'log'|'trace'|'source'|'director'} tab
 * @property {boolean} sheet  drawer or phone sheet is open
 * @property {null|{kind: string, seat?: number}} dialog */

export {};
