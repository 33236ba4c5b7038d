import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { moved } from '#products/terms/fields.ts'

const node = v.object({
  /** Identifies the node in a purchase. */
  nodeId: v.number(),
  /** Stars, 1 to 6. */
  tier: v.number(),
  base: coin,
  /** Spent for good at the start. */
  price: exactAmount,
  /** Weight in the pool of nodes. */
  weight: exactAmount,
  /** Average of the days with a share in the last 30; null before the first. */
  realisedADay: v.nullable(v.object({ days: v.number(), coins: v.array(moved) })),
  /** upcoming: terms not yet in force · open · ended: no longer sold. */
  state: v.picklist(['upcoming', 'open', 'ended']),
  openFrom: moment,
  /** Why the wallet cannot buy the node, or null. Ignores the balance. */
  problem: v.nullable(v.object({ key: v.string(), params: v.record(v.string(), v.string()) })),
})

/** Sorted by stars. */
export const listNodes = contract({
  method: 'GET',
  path: '/invest/nodes',
  access: 'session',
  summary: 'Lists nodes of one to six stars with their price and weight, and whether the wallet can buy each one.',
  input: v.object({}),
  output: v.object({
    /** The wallet's stars, 0 to 6: the highest node it can buy. */
    star: v.number(),
    items: v.array(node),
  }),
  failures: [],
})
