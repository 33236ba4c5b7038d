import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { chain, coin, cursor, day, exactAmount, hash, moment, page } from '#kit/wire/fields.ts'
import { disorders } from './disorders.ts'

const state = v.picklist(['held', 'reviewing', 'sending'])
const reasons = v.array(
  v.picklist(['new_address', 'security', 'frozen', 'banned', 'review', 'velocity', 'chain', 'books', 'refill']),
)

export const companyStatus = contract({
  method: 'GET',
  path: '/proof/status',
  access: 'open',
  summary:
    'Returns chain reading progress, reasons for pending withdrawals, hot wallet balances, the latest ledger comparison and proof, and any incidents.',
  input: v.object({}),
  output: v.object({
    networks: v.array(
      v.object({
        chain,
        /** Latest known chain block, and when it appeared; null before the first. */
        head: v.number(),
        headAt: v.nullable(moment),
        /** Latest block processed; null before the first. */
        read: v.nullable(v.number()),
        node: v.string(),
      }),
    ),
    waiting: v.array(
      v.object({
        state,
        count: v.number(),
        /** Time of the oldest request, to the full hour, and why it waits; no reasons if it only waits its turn. */
        since: moment,
        reasons,
      }),
    ),
    /** Oldest first, limited, anonymous. Times are to the full hour. */
    withdrawals: v.array(v.object({ chain, coin, state, since: moment, reasons })),
    hot: v.array(
      v.object({
        chain,
        coin,
        there: exactAmount,
        /** Amount that due withdrawals need, rounded up to one digit. */
        owed: exactAmount,
        /** Balance divided by `owed`, rounded down; null if nothing is owed. "1.25" is 125 %. */
        ratio: v.nullable(exactAmount),
        at: moment,
      }),
    ),
    /** Last comparison of the ledger with the chain, at `block`. */
    compared: v.array(
      v.object({
        chain,
        coin,
        block: v.number(),
        there: exactAmount,
        expected: exactAmount,
        /** False: an unexplained difference above the tolerance. */
        equal: v.boolean(),
        at: moment,
      }),
    ),
    /** Null before the first signed statement. */
    latest: v.nullable(v.object({ day, root: hash })),
    incidents: v.array(
      v.object({
        kind: v.picklist(disorders),
        chain: v.nullable(chain),
        coin: v.nullable(coin),
        /** Whether the incident stopped withdrawals on the chain. */
        halts: v.boolean(),
        since: moment,
        until: v.nullable(moment),
      }),
    ),
  }),
  failures: [],
})

/** Unsigned. Operator changes are in the change log. */
export const listCompanyChanges = contract({
  method: 'GET',
  path: '/proof/house-changes',
  access: 'open',
  summary:
    'Lists settings that the system changed automatically, such as stopped sales for a coin, newest first, with the reason.',
  input: v.object({ cursor }),
  output: page(
    v.object({
      id: v.number(),
      at: moment,
      setting: v.string(),
      previous: v.string(),
      value: v.string(),
      reason: v.string(),
    }),
  ),
  failures: [],
})
