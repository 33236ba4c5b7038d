import * as v from 'valibot'
import { isDay } from '#kit/time/clock.ts'
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
 * An entry of the operators' log. `hash` is SHA-256 over these lines joined by LF, and `signature` signs the same text: glasshouse-log-v3,
 * line, at, verb, operator, publicKey, proposal or "-", "public" or "digest", argsDigest, changedDigest, previous. If `told` is not null:
 * glasshouse-log-v4, "part" instead of "public", and before previous the SHA-256 over "told" and `told` joined by LF. `changedDigest` is
 * SHA-256 over salt, "changed" and the JSON joined by LF; `argsDigest` uses "args". The salt (16 random bytes per entry) prevents guessing
 * of unpublished values.
 */
const change = v.object({
  line: v.number(),
  at: moment,
  verb: v.string(),
  operator: v.string(),
  publicKey,
  signature,
  proposal: v.nullable(v.number()),
  /** Arguments and changes, as JSON; null if they name a wallet. */
  args: v.nullable(v.string()),
  changed: v.nullable(v.string()),
  /** The public part without the wallet, `lines` as JSON; null if none. */
  told: v.nullable(v.string()),
  /** Base64url; null if `changed` is null. */
  salt: v.nullable(v.string()),
  argsDigest: hash,
  changedDigest: hash,
  previous: hash,
  hash,
})

export const listChanges = contract({
  method: 'GET',
  path: '/proof/changes',
  access: 'open',
  summary: 'Lists operator actions, newest first, with the signer of each entry and the log heads published each day.',
  input: v.object({ cursor }),
  output: v.object({
    ...page(change).entries,
    /**
     * Newest first. Each signature covers glasshouse-log-head-v1, day, line, hash, joined by LF. Keep the heads: the log must always match
     * them.
     */
    heads: v.array(v.object({ day, line: v.number(), hash, publicKey, signature })),
    /** True in a demo, where operator keys are public. */
    demo: v.boolean(),
  }),
  failures: [],
})

/** Location of a statement on a chain, as reported by us. Verify it on `node`. */
const writing = v.object({
  chain,
  evmChainId: v.number(),
  /** The contract's `lines(day)` permanently returns digest and block (docs/proof-format.md). */
  contract: v.string(),
  digest: hash,
  block: v.number(),
  transaction: v.string(),
  /** Block explorer link, or empty. */
  link: v.string(),
  /** Public third-party JSON-RPC node, or empty. */
  node: v.string(),
})

/** docs/proof-format.md describes format and checks. */
const statement = v.object({
  day,
  text: v.string(),
  signature,
  publicKey,
  /** Listed only after enough confirmations. */
  written: v.array(writing),
})

export const proofSummary = contract({
  method: 'GET',
  path: '/proof/summary',
  access: 'open',
  summary:
    'Returns the latest signed statement of all company liabilities, in the format defined in docs/proof-format.md.',
  input: v.object({}),
  output: v.object({
    /** Null before the first day ends. */
    latest: v.nullable(statement),
    days: v.number(),
    first: v.nullable(day),
    /** True in a demo with test coins. */
    demo: v.boolean(),
  }),
  failures: [],
})

export const listStatements = contract({
  method: 'GET',
  path: '/proof/statements',
  access: 'open',
  summary: 'Lists signed statements, newest first, each containing the digest of the previous one.',
  input: v.object({
    cursor,
    /** Oldest day to return; default: all. */
    from: v.optional(
      v.pipe(
        v.string('format'),
        v.isoDate('format'),
        v.check((text) => isDay(text), 'format'),
      ),
    ),
  }),
  output: page(statement),
  failures: [],
})

export const companyProof = contract({
  method: 'GET',
  path: '/proof/house',
  access: 'open',
  summary: 'Returns the latest statement with proofs for all pool, market and company accounts.',
  input: v.object({}),
  output: v.object({
    latest: v.nullable(statement),
    evidence: v.string(),
  }),
  failures: [],
})

export const myProof = contract({
  method: 'GET',
  path: '/proof/mine',
  access: 'session',
  summary:
    'Returns the latest statement, the wallet’s leaves in it, and later changes, which together give the wallet’s current balances.',
  input: v.object({}),
  output: v.object({
    latest: v.nullable(statement),
    /** As JSON; null if the wallet had no coins. */
    evidence: v.nullable(v.string()),
    /** Changes after the cutoff, by kind and coin; may be negative. */
    since: v.array(
      v.object({ kind: v.picklist(['available', 'held', 'principal', 'promised']), coin, amount: exactAmount }),
    ),
    /** Postings after the cutoff without a record (order funding and purchases), newest first. Null if too many. */
    unrecorded: v.nullable(
      v.array(
        v.object({
          id: postingId,
          at: moment,
          kind: v.picklist(['principal', 'promised']),
          coin,
          amount: exactAmount,
          ref: v.string(),
        }),
      ),
    ),
  }),
  failures: [],
})
