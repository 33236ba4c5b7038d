import * as v from 'valibot'
import { fiatNames, isFiat } from '#kit/amount/fiats.ts'
import { changeSetting, readSetting } from '#kit/store/settings.store.ts'
import { demoFaults, feedAlarms } from '#market/feeds/feed-settings.ts'
import { showPrice } from '#market/prices/prices.ts'
import { faults, isFault } from '#outside/feeds/demo-feed.ts'
import { type FeedAlarm, loadFeedState, openAlarms, releaseFeed } from '#outside/feeds/feed.store.ts'
import { coinsAsked, type Priced } from '#outside/feeds/port.ts'
import { coinOf, reasonOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

const lineOfAlarm = ({ coin, kind, detail, at }: FeedAlarm): string => {
  const facts = Object.entries(detail).map(([name, value]) => `${name} ${value || '—'}`)
  return `alarm since ${at.toISOString().slice(0, 16)}  ${coin}  ${kind}  ${facts.join(' · ')}`
}

async function say(coin: Priced, { db, say }: Operation): Promise<void> {
  const state = await loadFeedState(db, coin)
  if (!state) return say(`${coin}  nobody asked the feeds yet`)
  const { standing, feeds, dropped, demo, lookedAt } = state
  const price = standing ? `${showPrice(standing.price)} of ${standing.at.toISOString().slice(0, 19)}` : 'no price'
  const left = dropped.map(({ feed, why }) => `${feed} ${why}`).join(', ')
  const words = [
    `${coin}  ${price}`,
    standing?.isHalted ? (isFiat(coin) ? 'HALTED for a day' : 'HALTED: feed release') : '',
    `looked at ${lookedAt.toISOString().slice(0, 19)}`,
    `from ${feeds.join(', ') || 'nobody'}`,
    left && `without ${left}`,
    demo ? 'simulated' : '',
  ]
  say(words.filter(Boolean).join(' · '))
}

const feedShow: Verb = {
  words: 'feed show',
  guard: 'none',
  usage: '',
  summary:
    'Shows what the price feeds say of coins and currencies, who was left out and why, and what is to be looked at.',
  async run(operation) {
    for (const coin of [...coinsAsked, ...fiatNames]) await say(coin, operation)
    const alarms = await openAlarms(operation.db)
    for (const alarm of alarms) operation.say(lineOfAlarm(alarm))
    if (alarms.length === 0) operation.say('Nothing is to be looked at.')
  },
}

const feedRelease: Verb = {
  words: 'feed release',
  guard: 'two-or-72h',
  isPublic: true,
  usage: '<coin> <reason>',
  summary: 'Lets a coin’s feeds go on after a jump of more than a fifth. The next round begins anew.',
  async run(operation) {
    const coin = coinOf(operation.args[0])
    const reason = reasonOf(operation.args.slice(1))
    const state = await loadFeedState(operation.db, coin)
    if (!state?.standing?.isHalted) throw new UsageError(`The feeds of ${coin} are not halted; see: feed show`)
    await makeChange(operation, {
      movesMoney: false,
      will: [`forget ${showPrice(state.standing.price)}, the last price of ${coin} before the jump: ${reason}`],
      async apply(tx) {
        await releaseFeed(tx, coin)
        return [`the feeds of ${coin} go on with their next round`]
      },
    })
  },
}

const feedLimit: Verb = {
  words: 'feed limit',
  guard: 'two',
  mayTighten: 'being told sooner harms nobody',
  isPublic: true,
  usage: '<share> <minutes> <reason>',
  summary: 'Sets how far our guide price may be from the feeds’, and how long they may be silent, before it is told.',
  async run(operation) {
    const [deviation = '', minutes = '', ...words] = operation.args
    const value = { deviation, silentMinutes: Number(minutes) }
    if (!v.is(feedAlarms.schema, value))
      throw new UsageError('A share above 0 and whole minutes, at most a day: feed limit 0.1 5 <reason>')
    const reason = reasonOf(words)
    await makeChange(operation, {
      movesMoney: false,
      tightens: feedAlarms.tightens?.(await readSetting(operation.db, feedAlarms), value) ?? false,
      will: [`tell when the prices are ${deviation} apart, or after ${minutes} minutes of silence: ${reason}`],
      async apply(tx) {
        await changeSetting(tx, feedAlarms, { value, reason, at: operation.clock.now() })
        return ['the limits are set']
      },
    })
  },
}

const feedSpoil: Verb = {
  words: 'feed spoil',
  guard: 'one',
  isPublic: true,
  usage: '<name> <fault|none>',
  summary: 'Demo only: tells a simulated feed what to get wrong, for all to see that it does not matter.',
  async run(operation) {
    const [name = '', fault = ''] = operation.args
    if (!operation.demo) throw new UsageError('Only the feeds of the demo can be told to be wrong.')
    if (!name || !(isFault(fault) || fault === 'none'))
      throw new UsageError(`A feed and what it gets wrong: feed spoil "Demo 1" ${faults.join(' | ')} | none`)
    await makeChange(operation, {
      movesMoney: false,
      will: [`let ${name} be ${fault === 'none' ? 'right' : fault}`],
      async apply(tx) {
        const { [name]: _, ...others } = await readSetting(tx, demoFaults)
        const value = fault === 'none' ? others : { ...others, [name]: fault }
        const reason = 'a feed of the demo gets it wrong, to show that the price stays right'
        await changeSetting(tx, demoFaults, { value, reason, at: operation.clock.now() })
        return [`${name} is ${fault === 'none' ? 'right' : fault} from the next round on`]
      },
    })
  },
}

export const feedVerbs: readonly Verb[] = [feedShow, feedRelease, feedLimit, feedSpoil]
