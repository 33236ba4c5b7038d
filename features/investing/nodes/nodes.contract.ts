import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, moment } from '#kit/wire/fields.ts'
import { moved } from '#products/terms/fields.ts'

const node = v.object({
  /** Its number: what a purchase names it by. */
  nodeId: v.number(),
  /** Stars, 1 to 6. */
  tier: v.number(),
  base: coin,
  /** Spent for good at the start. */
  price: exactAmount,
  /** How much it weighs in the pool of nodes. */
  weight: exactAmount,
  /** What a day really paid for one of it, on average of the days with a share in the last 30; null before the first. */
  realisedADay: v.nullable(v.object({ days: v.number(), coins: v.array(moved) })),
  /** upcoming: terms not in force yet · open · ended: not sold any more. */
  state: v.picklist(['upcoming', 'open', 'ended']),
  openFrom: moment,
  /** Why the wallet cannot choose it now, or null. Coins are not looked at: they can be brought. */
  problem: v.nullable(v.object({ key: v.string(), params: v.record(v.string(), v.string()) })),
})

/** The nodes there are to choose from, by stars. */
export const listNodes = contract({
  method: 'GET',
  path: '/invest/nodes',
  access: 'session',
  summary:
    'Node selection: the nodes of one to six stars with price and weight, and which of them the wallet may choose.',
  input: v.object({}),
  output: v.object({
    /** Stars of the wallet, 0 to 6: a node of at most as many can be chosen. */
    star: v.number(),
    items: v.array(node),
  }),
  failures: [],
})
