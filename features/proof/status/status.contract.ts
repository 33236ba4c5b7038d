import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { chain, coin, cursor, day, exactAmount, hash, moment, page } from '#kit/wire/fields.ts'
import { disorders } from './disorders.ts'

const state = v.picklist(['held', 'reviewing', 'sending'])
const reasons = v.array(
  v.picklist(['new_address', 'security', 'frozen', 'banned', 'review', 'velocity', 'chain', 'books', 'refill']),
)

/** Whether everything is in order, as the house says. What a device can check stands in other calls. */
export const houseStatus = contract({
  method: 'GET',
  path: '/proof/status',
  access: 'open',
  summary:
    'How far chains are read, what withdrawals wait for, what they are paid from, the last comparison, the last proof, and what was out of order.',
  input: v.object({}),
  output: v.object({
    networks: v.array(
      v.object({
        chain,
        /** The newest block of the chain when it was last looked at, and since when it is that one; null before the first. */
        head: v.number(),
        headAt: v.nullable(moment),
        /** The newest block that was read; null before the first. */
        read: v.nullable(v.number()),
        /** A node that anybody may ask over JSON-RPC; empty where the operator names none. */
        node: v.string(),
      }),
    ),
    /** Withdrawals that no payment was made for yet, by how far they are. None: nobody waits. */
    waiting: v.array(
      v.object({
        state,
        count: v.number(),
        /** When the one that waits longest was asked for, to the full hour, and what it waits for; none: its turn. */
        since: moment,
        reasons,
      }),
    ),
    /** The same one by one, oldest first, as many as are told: nobody's name, address or amount, and the moment to the full hour. */
    withdrawals: v.array(v.object({ chain, coin, state, since: moment, reasons })),
    /** What withdrawals are paid from, when it was last counted. */
    hot: v.array(
      v.object({
        chain,
        coin,
        there: exactAmount,
        /** What withdrawals that may go now still take of it, rounded up to one digit. */
        owed: exactAmount,
        /** There for owed as it is shown, rounded down; null where nothing is. "1.25" is 125 %. */
        ratio: v.nullable(exactAmount),
        at: moment,
      }),
    ),
    /** The last comparison of the books with the chain, at a block. */
    compared: v.array(
      v.object({
        chain,
        coin,
        block: v.number(),
        there: exactAmount,
        expected: exactAmount,
        /** False: it differs by more than it may, and nobody has found out why. */
        equal: v.boolean(),
        at: moment,
      }),
    ),
    /** The newest signed statement; null before the first. */
    latest: v.nullable(v.object({ day, root: hash })),
    /** What is and was out of order: what is open first, then the latest first. */
    incidents: v.array(
      v.object({
        kind: v.picklist(disorders),
        chain: v.nullable(chain),
        coin: v.nullable(coin),
        /** Withdrawals on that chain stood still for it. */
        halts: v.boolean(),
        since: moment,
        /** null: it is open. */
        until: v.nullable(moment),
      }),
    ),
  }),
  failures: [],
})

/** What the house switched by itself: nobody signs it. What operators change stands in the change log. */
export const listHouseChanges = contract({
  method: 'GET',
  path: '/proof/house-changes',
  access: 'open',
  summary:
    'Settings that the house changed by itself, such as coins that nothing is sold for: newest first, with the reason.',
  input: v.object({ cursor }),
  output: page(
    v.object({
      id: v.number(),
      at: moment,
      setting: v.string(),
      /** Before and after, as JSON. */
      previous: v.string(),
      value: v.string(),
      reason: v.string(),
    }),
  ),
  failures: [],
})
