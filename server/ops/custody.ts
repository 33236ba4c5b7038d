import { loadLevels } from '#features/custody/levels.store.ts'
import { showUnits } from '#kit/amount.ts'
import { openIncidents } from '#outside/chains/incident.store.ts'
import type { Verb } from './verb.ts'

const asks = { hot_low: 'refill', hot_high: 'take out' } as const

const custodyShow: Verb = {
  words: 'custody show',
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

export const custodyVerbs: readonly Verb[] = [custodyShow]
