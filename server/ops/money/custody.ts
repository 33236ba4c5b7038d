import { askStop, mayAskStop } from '#custody/payments/payments.store.ts'
import { loadLevels } from '#custody/sweeping/levels.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import { wholeNumberOf } from '../base/arguments.ts'
import { makeChange, type Verb } from '../base/verb.ts'

const asks = { hot_low: 'refill', hot_high: 'take out', cap_full: 'wait for the contract, or raise its cap:' } as const

const custodyShow: Verb = {
  words: 'custody show',
  guard: 'none',
  usage: '',
  summary: 'Shows where the coins of each network are, what is owed, and what is asked for.',
  async run({ db, say }) {
    const requests = await openIncidents(db)
    const levels = await loadLevels(db)
    for (const { chain, coin, hot, cold, unswept, owed, at } of levels) {
      const request = requests.find(
        ({ kind, detail, ...each }) => each.chain === chain && detail.coin === coin && Object.hasOwn(asks, kind),
      )
      const asked = request ? `  PLEASE ${asks[request.kind as keyof typeof asks]} ${request.detail.amount}` : ''
      const figures = [`hot ${showUnits(hot)}`, `owed ${showUnits(owed)}`, `cold ${showUnits(cold)}`]
      say(`${chain} ${coin}  ${figures.join('  ')}  to sweep ${showUnits(unswept)}  at ${at.toISOString()}${asked}`)
    }
    if (levels.length === 0) say('Nothing was counted yet.')
  },
}

const paymentStop: Verb = {
  words: 'payment stop',
  guard: 'two-or-72h',
  usage: '<withdrawal>',
  summary:
    'Gives the number of a payment that no block takes to a transaction that moves nothing; then everything comes back.',
  async run(operation) {
    const { args, clock, db } = operation
    const id = wholeNumberOf(args[0], 'withdrawal')
    // Checked before proposing, so no proposal waits its seven days for a future payment.
    if (!(await mayAskStop(db, BigInt(id)))) fail('ops.nothing_to_do')
    await makeChange(operation, {
      movesMoney: true,
      will: [`stop the payment of withdrawal ${id}, unless it is mined before`],
      async apply(tx) {
        if (!(await askStop(tx, BigInt(id), clock.now()))) fail('ops.nothing_to_do')
        return [`the payment of withdrawal ${id} is being stopped`]
      },
    })
  },
}

export const custodyVerbs: readonly Verb[] = [custodyShow, paymentStop]
