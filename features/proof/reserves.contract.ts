import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { chain, coin, day, exactAmount, heldAmount, moment, publicKey, signature } from '#kit/wire/fields.ts'

const signed = v.object({ text: v.string(), signature, publicKey })

export const proofHot = contract({
  method: 'GET',
  path: '/proof/hot',
  access: 'open',
  summary:
    'Returns the separately signed withdrawal payout addresses from the latest reserves statement, in the format defined in docs/proof-format.md.',
  input: v.object({}),
  output: v.object({
    /** Null before the first day ends or if no chain is connected. */
    latest: v.nullable(signed),
    /** Public JSON-RPC nodes, if configured. */
    nodes: v.array(v.object({ chain, node: v.string() })),
  }),
  failures: [],
})

export const proofReserves = contract({
  method: 'GET',
  path: '/proof/reserves',
  access: 'open',
  summary:
    'Returns signed on-chain reserves by address and block, compared with liabilities, in the format defined in docs/proof-format.md.',
  input: v.object({}),
  output: v.object({
    /** Null before the first day ends or if no chain is connected. */
    latest: v.nullable(
      v.object({
        day,
        /** Real time of the chain reads. */
        made: moment,
        reserves: signed,
        owing: signed,
      }),
    ),
    /** The amounts of both texts. A verifier computes them from the texts. */
    items: v.array(
      v.object({
        coin,
        reserves: heldAmount,
        owed: heldAmount,
        /** Part of the debt at a fund's venue, not visible on chains. */
        venue: heldAmount,
        /** Reserves divided by the debt on chains, rounded down; null without debt. "1.25" is 125 %. */
        ratio: v.nullable(exactAmount),
        covered: v.boolean(),
        /** Why sales are stopped; null if they are not. */
        stopped: v.nullable(v.picklist(['reserves', 'proof'])),
      }),
    ),
    /** Public JSON-RPC nodes, if configured. */
    nodes: v.array(v.object({ chain, node: v.string() })),
    /** True in a demo with test coins. */
    demo: v.boolean(),
  }),
  failures: [],
})
