import * as v from 'valibot'
import { type Asset, assets } from '#kit/amount/coins.ts'
import { contract } from '../contract.ts'
import * as f from '../fields.ts'

export const liveKinds = ['balance', 'deposit', 'withdrawal', 'order', 'notice', 'chat', 'otc'] as const
export type LiveKind = (typeof liveKinds)[number]

const depth = { confirmations: v.number(), confirmationsNeeded: v.number() }

/** Each event carries the new state, never a difference, so duplicates are harmless. */
export const liveItems = {
  balance: v.object({
    coin: v.picklist(Object.keys(assets) as Asset[]),
    available: f.heldAmount,
    held: f.heldAmount,
  }),
  /** `depth`: confirmations reached and needed. */
  deposit: v.object({ id: v.number(), state: v.string(), ...depth }),
  withdrawal: v.object({ id: v.number(), state: v.string(), ...depth }),
  order: v.object({ id: v.number(), state: v.string() }),
  notice: v.object({ id: v.number() }),
  /** Latest message, the other participants' delivered and read positions, and who is reading. */
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
  otc: v.object({ id: v.number(), state: v.string(), events: v.number() }),
} as const satisfies Record<LiveKind, v.GenericSchema>

export type LiveItem<Kind extends LiveKind = LiveKind> = v.InferOutput<(typeof liveItems)[Kind]>

/**
 * Blocks have `id`, `event`, `data`. The id encodes everything the receiver has seen. A client that reconnects with it (`Last-Event-ID`)
 * receives later changes from any process. `hello` comes first, with the id alone. `end` comes last, with its reason: `session` (sign in
 * again), `replaced` (too many streams of one session) or `stopping`. A line that begins with a colon is a heartbeat.
 */
export const liveEvents = contract({
  method: 'GET',
  path: '/events',
  access: 'background',
  summary:
    'Streams server-sent events for balances, incoming deposits, withdrawals, orders, notices, conversations and P2P trades.',
  input: v.object({}),
  output: v.object({ items: v.array(v.union(liveKinds.map((kind) => liveItems[kind]))) }),
  failures: [],
  always: true,
  stream: true,
})

export const liveEnds = ['session', 'replaced', 'stopping'] as const
export type LiveEnd = (typeof liveEnds)[number]

/** A stream is dead after two missed heartbeats and 5 s. */
export const heartbeatMs = 15_000
export const silenceMaxMs = 2 * heartbeatMs + 5_000
