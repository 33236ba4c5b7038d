import * as v from 'valibot'
import { isDay } from '#kit/clock.ts'
import { contract } from '#kit/wire/contract.ts'
import {
  chain,
  coin,
  cursor,
  day,
  exactAmount,
  hash,
  moment,
  page,
  postingId,
  publicKey,
  signature,
} from '#kit/wire/fields.ts'

/**
 * A line of the operators' log. `hash` is SHA-256 over these lines joined by LF, and `signature` is of the same text: glasshouse-log-v3,
 * line, at, verb, operator, publicKey, proposal or "-", "public" or "digest", argsDigest, changedDigest, previous. Where `told` is
 * not null: glasshouse-log-v4, "part" in place of "public", and before previous the SHA-256 over "told" and `told` joined by LF.
 * `changedDigest` is SHA-256 over salt, "changed" and the JSON joined by LF, `argsDigest` the same with "args": 16 random bytes of each
 * line, so that nobody finds by trying what is not published.
 */
const change = v.object({
  line: v.number(),
  at: moment,
  verb: v.string(),
  operator: v.string(),
  publicKey,
  signature,
  /** The proposal it makes or carries out. */
  proposal: v.nullable(v.number()),
  /** What was typed after the verb, and what was changed, as JSON; null where they name a wallet. */
  args: v.nullable(v.string()),
  changed: v.nullable(v.string()),
  /** What everybody may read where these name a wallet: the same without the wallet, `lines` as JSON; null where nothing is told. */
  told: v.nullable(v.string()),
  /** Base64url; null where `changed` is. */
  salt: v.nullable(v.string()),
  argsDigest: hash,
  changedDigest: hash,
  previous: hash,
  hash,
})

/** The change log of operators: public, signed line by line, its head published each day. */
export const listChanges = contract({
  method: 'GET',
  path: '/proof/changes',
  access: 'open',
  summary:
    'What operators did, newest first: who signed each line, and the heads of the log as they were published each day.',
  input: v.object({ cursor }),
  output: v.object({
    ...page(change).entries,
    /** The latest, newest first: the signature is over glasshouse-log-head-v1, day, line, hash, joined by LF. Keep them: the log must fit them for ever. */
    heads: v.array(v.object({ day, line: v.number(), hash, publicKey, signature })),
    /** True in a demo, whose operators' keys everybody knows. */
    demo: v.boolean(),
  }),
  failures: [],
})

/** Where a statement is written down on a chain. What we say of it is what we saw: `node` is somebody else's, and may be asked. */
const writing = v.object({
  chain,
  evmChainId: v.number(),
  /** Its `lines(day)` answers digest and block, for ever: docs/proof-format.md. */
  contract: v.string(),
  digest: hash,
  block: v.number(),
  transaction: v.string(),
  /** Where a person looks the transaction up; empty where there is no such place. */
  link: v.string(),
  /** A node that anybody may ask over JSON-RPC; empty where the operator names none. */
  node: v.string(),
})

/** A day's statement as it was signed: docs/proof-format.md says what stands in its text, and how it is checked. */
const statement = v.object({
  day,
  text: v.string(),
  signature,
  publicKey,
  /** On each chain that has a contract for it; none until it is deep enough. */
  written: v.array(writing),
})

/** The latest proof of what the house owes. */
export const proofSummary = contract({
  method: 'GET',
  path: '/proof/summary',
  access: 'open',
  summary: 'The latest signed statement of everything the house owes, as docs/proof-format.md has it.',
  input: v.object({}),
  output: v.object({
    /** null: no day was over yet. */
    latest: v.nullable(statement),
    /** How many there are, and the day of the first. */
    days: v.number(),
    first: v.nullable(day),
    /** True in a demo: the coins are test coins. */
    demo: v.boolean(),
  }),
  failures: [],
})

/** Every statement, newest first. */
export const listStatements = contract({
  method: 'GET',
  path: '/proof/statements',
  access: 'open',
  summary: 'Signed statements, newest first: each names the digest of the one before.',
  input: v.object({
    cursor,
    /** The oldest day that is wanted; left out, all of them. */
    from: v.optional(
      v.pipe(
        v.string('format'),
        v.check((text) => isDay(text), 'format'),
      ),
    ),
  }),
  output: page(statement),
  failures: [],
})

/** The accounts of pools, markets and the house in the latest statement. */
export const houseProof = contract({
  method: 'GET',
  path: '/proof/house',
  access: 'open',
  summary: 'The latest statement, with the proofs of every account of pools, markets and the house.',
  input: v.object({}),
  output: v.object({
    latest: v.nullable(statement),
    /** A list of proofs, as JSON. */
    evidence: v.string(),
  }),
  failures: [],
})

/** What the latest statement owes the wallet that asks. */
export const myProof = contract({
  method: 'GET',
  path: '/proof/mine',
  access: 'session',
  summary:
    'The latest statement, the leaves of the wallet in it, and what moved since: both together are what the wallet has now.',
  input: v.object({}),
  output: v.object({
    latest: v.nullable(statement),
    /** The proof, as JSON; null where the wallet had no coin then. */
    evidence: v.nullable(v.string()),
    /** What postings after the cut changed, by kind and coin; below zero: less. */
    since: v.array(
      v.object({ kind: v.picklist(['available', 'held', 'principal', 'promised']), coin, amount: exactAmount }),
    ),
    /**
     * The postings of these that are no records, the newest first: what is set aside for an order, and what goes from it into what it bought.
     * null: too many to tell.
     */
    unrecorded: v.nullable(
      v.array(
        v.object({
          /** The number of the posting, as text. */
          id: postingId,
          at: moment,
          kind: v.picklist(['principal', 'promised']),
          coin,
          /** Below zero: it went out. */
          amount: exactAmount,
          /** "order:12". */
          ref: v.string(),
        }),
      ),
    ),
  }),
  failures: [],
})
