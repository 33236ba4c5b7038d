import { showUnits } from '#kit/amount/amount.ts'
import { coins } from '#kit/amount/coins.ts'
import { fail } from '#kit/failure.ts'
import { poolFree } from '#ledger/posting/chart.ts'
import { priced } from '../../terms/demo-product.ts'
import { accountsOf, moving } from '../../terms/legs.ts'
import type { BuyerFacts, CardLine } from '../../terms/line.ts'
import type { Product, Terms } from '../../terms/order.ts'
import { expectStar, starLine, termWeight } from '../../terms/star-line.ts'

/** Spec point 3; 114: PRODUCT.md 3. */
export const nodeCodes = { bought: 38, paid: 39, weekly: 40, cancelled: 114 } as const

/**
 * One node per wallet, no higher than the buyer's own star. @throws invest.star_needed, invest.already_node_user, invest.node_level_wrong
 */
function gate({ tier = 1 }: Terms, buyer: BuyerFacts): void {
  expectStar(buyer)
  if (buyer.hasOrder) fail('invest.already_node_user')
  if (tier > buyer.star) fail('invest.node_level_wrong', { tier: String(tier), star: String(buyer.star) })
}

function card({ base, minimumUnits, periods, lineTerms }: Product): readonly CardLine[] {
  const price = showUnits(minimumUnits)
  const params = { tier: String(lineTerms?.tier ?? 1), weight: periods[0]?.weight ?? '0' }
  return [
    { part: 'worst', text: 'card.node.worst', params: { price, base } },
    { part: 'payer', text: 'card.node.payer', params: {} },
    { part: 'formula', text: 'card.node.formula_fees', params },
    { part: 'formula', text: 'card.node.weekly_fees', params: {} },
    { part: 'fees', text: 'card.node.fees', params: {} },
    { part: 'lock', text: 'card.node.lock', params: { base } },
    { part: 'exit', text: 'card.node.exit', params: {} },
    { part: 'earn', text: 'card.node.earn', params: { price, base } },
  ]
}

/** Pays daily by weight and weekly by team fees. */
export const node = starLine(
  {
    id: 'node',
    card,
    piecesMost: 1,
    gate,
    payer: 'quiz.payer.node_fees',
    pool: {
      coins,
      incomeCodes: [nodeCodes.paid],
      bonus: { source: 'team', codes: [nodeCodes.weekly] },
      fullWeight: '100',
      passesOn: true,
    },
    /** Weights: PRODUCT.md part 6. Prices: about what the node earns in a year from the demo's trading (decision 93). */
    demo: [
      { line: 'node', id: 45, ...priced('15', '1'), lineTerms: { tier: 1 } },
      { line: 'node', id: 46, ...priced('50', '3.5'), lineTerms: { tier: 2 } },
      { line: 'node', id: 47, ...priced('125', '9'), lineTerms: { tier: 3 } },
      { line: 'node', id: 48, ...priced('250', '19'), lineTerms: { tier: 4 } },
      { line: 'node', id: 49, ...priced('375', '30'), lineTerms: { tier: 5 } },
      { line: 'node', id: 50, ...priced('500', '42'), lineTerms: { tier: 6 } },
    ],
    share: {
      pool: 'node',
      potOf: () => 'node',
      weight: termWeight,
      byRow: { weight: 'term', code: nodeCodes.paid },
      pay: (order, asset, units) =>
        moving([{ from: poolFree('node'), to: accountsOf(order).wallet, asset, units, code: nodeCodes.paid }]),
    },
  },
  { bought: nodeCodes.bought, cancelled: nodeCodes.cancelled, paid: [nodeCodes.paid, nodeCodes.weekly] },
)
