import * as v from 'valibot'
import { type Asset, assets } from '#kit/assets.ts'
import { contract } from './contract.ts'
import * as f from './fields.ts'

/** What a holder is told of while the app is open. */
export const liveKinds = ['balance', 'deposit', 'withdrawal', 'order', 'notice', 'chat', 'otc'] as const
export type LiveKind = (typeof liveKinds)[number]

const depth = { confirmations: v.number(), confirmationsNeeded: v.number() }

/** What is new, by kind: the state it has come to, never a difference, so that an event told twice is harmless. */
export const liveItems = {
  balance: v.object({
    coin: v.picklist(Object.keys(assets) as Asset[]),
    available: f.heldAmount,
    held: f.heldAmount,
  }),
  /** "confirming n of N". */
  deposit: v.object({ id: v.number(), state: v.string(), ...depth }),
  withdrawal: v.object({ id: v.number(), state: v.string(), ...depth }),
  order: v.object({ id: v.number(), state: v.string() }),
  notice: v.object({ id: v.number() }),
  /** How far a conversation has come, how far the others have fetched and read it, and who reads it. */
  chat: v.object({
    kind: v.string(),
    subject: v.string(),
    last: v.number(),
    unread: v.number(),
    delivered: v.number(),
    read: v.number(),
    closed: v.boolean(),
    staffReads: v.boolean(),
  }),
  /** A trade over the counter: its state, and how much happened with it so far. */
  otc: v.object({ id: v.number(), state: v.string(), events: v.number() }),
} as const satisfies Record<LiveKind, v.GenericSchema>

export type LiveItem<Kind extends LiveKind = LiveKind> = v.InferOutput<(typeof liveItems)[Kind]>

/**
 * The stream of what changes. Its blocks are `id`, `event`, `data`; the id stands for everything the receiver knows by then, and whoever
 * comes back with it (`Last-Event-ID`) is told what is different now, however long it was away and whichever process answers. `hello`
 * comes first and has the id alone; `end` comes last and says why: `session` (sign in again), `replaced` (too many streams of one session)
 * or `stopping`. A line that begins with a colon is a heartbeat.
 */
export const liveEvents = contract({
  method: 'GET',
  path: '/events',
  access: 'background',
  summary:
    'A stream of server-sent events: balances, payments on their way, withdrawals, orders, notices, conversations, trades over the counter.',
  input: v.object({}),
  output: v.object({ items: v.array(v.union(liveKinds.map((kind) => liveItems[kind]))) }),
  failures: [],
  always: true,
  stream: true,
})

/** Why the server ends a stream by itself. */
export const liveEnds = ['session', 'replaced', 'stopping'] as const
export type LiveEnd = (typeof liveEnds)[number]

/** A heartbeat comes after so much silence; after two missed ones and a moment a stream is dead. */
export const heartbeatMs = 15_000
export const silenceMaxMs = 2 * heartbeatMs + 5_000
