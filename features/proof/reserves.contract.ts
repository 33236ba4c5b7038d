import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { chain, coin, day, exactAmount, heldAmount, moment, publicKey, signature } from '#kit/wire/fields.ts'

/** A text as it was signed. */
const signed = v.object({ text: v.string(), signature, publicKey })

/** What withdrawals are paid from: the addresses alone, so that whoever only asks that fetches no deposit address. */
export const proofHot = contract({
  method: 'GET',
  path: '/proof/hot',
  access: 'open',
  summary:
    'The addresses withdrawals are paid from, as the newest statement of reserves has them: signed by itself, as docs/proof-format.md has it.',
  input: v.object({}),
  output: v.object({
    /** null: no day was over yet, or no chain is connected. */
    latest: v.nullable(signed),
    /** Nodes that anybody may ask over JSON-RPC, where the operator names one. */
    nodes: v.array(v.object({ chain, node: v.string() })),
  }),
  failures: [],
})

/** What the house has on chains against what it owes, coin by coin. */
export const proofReserves = contract({
  method: 'GET',
  path: '/proof/reserves',
  access: 'open',
  summary:
    'What the house has on chains, address by address at a block, against what it owes: signed, as docs/proof-format.md has it.',
  input: v.object({}),
  output: v.object({
    /** null: no day was over yet, or no chain is connected. */
    latest: v.nullable(
      v.object({
        day,
        /** When chains were looked at, in real time. */
        made: moment,
        /** The statement of reserves, and the statement of what is owed beside it. */
        reserves: signed,
        owing: signed,
      }),
    ),
    /** The same in figures; a verifier computes them from the texts. */
    items: v.array(
      v.object({
        coin,
        reserves: heldAmount,
        owed: heldAmount,
        /** Of what is owed: at a fund's venue, which no chain shows. */
        venue: heldAmount,
        /** Reserves for what is owed on chains, rounded down; null where nothing is. "1.25" is 125 %. */
        ratio: v.nullable(exactAmount),
        covered: v.boolean(),
        /** Why nothing is sold for it now; null where it is sold. */
        stopped: v.nullable(v.picklist(['reserves', 'proof'])),
      }),
    ),
    /** Nodes that anybody may ask over JSON-RPC, where the operator names one. */
    nodes: v.array(v.object({ chain, node: v.string() })),
    /** True in a demo: the coins are test coins. */
    demo: v.boolean(),
  }),
  failures: [],
})
