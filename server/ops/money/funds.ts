import { addVenueAddress, hasVenue } from '#custody/venues.store.ts'
import { keepStop, type Stopped } from '#identity/stops.store.ts'
import { showUnits } from '#kit/amount/amount.ts'
import { addressProblem, keptAddress } from '#kit/chain/address.ts'
import { chainIds, chains } from '#kit/chain/chains.ts'
import type { Tx } from '#kit/store/db.ts'
import { tightCode } from '#kit/text/typed-text.ts'
import { addMs, hourMs } from '#kit/time/clock.ts'
import { type Arrival, bookLoss, bookProfit, bookReturn, bookSend } from '#products/lines/fund/booking.store.ts'
import { loadFundIds, loadWhereabouts, setHold } from '#products/lines/fund/fund.store.ts'
import { netAssetValue } from '#products/lines/fund/fund.ts'
import { loadFundHold, loadFundWorth } from '#products/orders/share-facts.store.ts'
import { choiceOf, durationOf, reasonOf, unitsOf, wholeNumberOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

/** Maximum duration of closed exits. */
const holdMaxMs = 72 * hourMs

async function fundOf({ db, args }: Operation): Promise<number> {
  const id = wholeNumberOf(args[0], 'fund')
  if (!(await loadFundIds(db)).includes(id)) throw new UsageError(`No fund ${id}; see: fund show`)
  return id
}

async function arrivalOf(operation: Operation): Promise<Arrival> {
  const { args, clock } = operation
  const [, amount, network, transaction = '', ...reason] = args
  if (!/^(0x)?[0-9a-f]{64}$/i.test(transaction)) throw new UsageError('transaction: its hash, 64 hexadecimal digits')
  return {
    productId: await fundOf(operation),
    units: unitsOf(amount),
    chain: choiceOf(network, chainIds, 'network'),
    transaction: transaction.toLowerCase(),
    reason: reasonOf(reason),
    at: clock.now(),
  }
}

const usage = '<fund> <amount> <network> <transaction> <reason>'

type Movement = { readonly words: string; readonly summary: string; readonly will: (said: string) => string }
const movement = ({ words, summary, will }: Movement, book: (tx: Tx, arrival: Arrival) => Promise<void>): Verb => ({
  words,
  guard: 'two',
  isPublic: true,
  usage,
  summary,
  async run(operation) {
    const arrival = await arrivalOf(operation)
    if (!operation.demo && !(await hasVenue(operation.db, arrival.productId)))
      throw new UsageError('The venue has no address yet; see: fund venue')
    const said = `${showUnits(arrival.units)} USDT of fund ${arrival.productId} (${arrival.chain} ${arrival.transaction})`
    await makeChange(operation, {
      movesMoney: true,
      will: [`${will(said)}: ${arrival.reason}`],
      async apply(tx) {
        await book(tx, arrival)
        const where = await loadWhereabouts(tx, arrival.productId, addMs(arrival.at, 1))
        return [
          `fund ${arrival.productId}: ${showUnits(where.atVenue)} USDT at the venue, ${showUnits(where.undivided)} profit to be split`,
        ]
      },
    })
  },
})

export const fundSend = movement(
  {
    words: 'fund send',
    summary: 'Books coins of running orders that left for the venue, by their transaction.',
    will: (said) => `book as sent to the venue: ${said}`,
  },
  bookSend,
)
export const fundReturn = movement(
  {
    words: 'fund return',
    summary: 'Books coins that came back from the venue; redemptions are paid from them at the next midnight.',
    will: (said) => `book as returned from the venue: ${said}`,
  },
  bookReturn,
)
export const fundProfit = movement(
  {
    words: 'fund book-profit',
    summary: 'Books a profit whose coins arrived: it refills losses, then is split at the next midnight.',
    will: (said) => `book as profit: ${said}`,
  },
  bookProfit,
)

export const fundLoss: Verb = {
  words: 'fund book-loss',
  guard: 'two',
  isPublic: true,
  usage: '<fund> <amount> <reason>',
  summary: 'Books a loss at the venue: every running order is lower by the same fraction, and is told why.',
  async run(operation) {
    const productId = await fundOf(operation)
    const units = unitsOf(operation.args[1])
    const reason = reasonOf(operation.args.slice(2))
    const { principal } = await loadFundWorth(operation.db, productId)
    await makeChange(operation, {
      movesMoney: true,
      will: [`lower the orders of fund ${productId} by ${showUnits(units)} of ${showUnits(principal)} USDT: ${reason}`],
      async apply(tx) {
        const orders = await bookLoss(tx, { productId, units, reason, at: operation.clock.now() })
        const worth = await loadFundWorth(tx, productId)
        return [
          `${orders} orders are lower; fund ${productId} is worth ${showUnits(netAssetValue(worth))} USDT for a share`,
        ]
      },
    })
  },
}

const holdOf = (productId: number): Stopped => ({ subject: `fund:${productId}`, kind: 'value' })

export const fundHold: Verb = {
  words: 'fund hold',
  guard: 'two',
  spends: true,
  mayTighten: 'it protects at once; one alone holds a fund for 72 hours within seven days at most',
  isPublic: true,
  usage: '<fund> <24h | 90m | 3d> <reason>',
  summary: 'Holds the net asset value back, at most 72 hours: nobody buys or redeems at a value known to be wrong.',
  async run(operation) {
    const productId = await fundOf(operation)
    const ms = durationOf(operation.args[1])
    if (ms > holdMaxMs) throw new UsageError('how long: at most 72h')
    const reason = reasonOf(operation.args.slice(2))
    const closingAt = (from: Date) => ({ from, until: addMs(from, ms) })
    const shown = closingAt(operation.clock.now())
    await makeChange(operation, {
      movesMoney: false,
      spends: { stopped: holdOf(productId), closingAt },
      will: [`hold the net asset value of fund ${productId} back until ${shown.until.toISOString()}: ${reason}`],
      async apply(tx, _signer, { until }) {
        await setHold(tx, productId, { until, reason })
        return [`fund ${productId} has no net asset value until ${until.toISOString()}`]
      },
    })
  },
}

export const fundNav: Verb = {
  words: 'fund nav',
  guard: 'two',
  isPublic: true,
  usage: '<fund> <reason>',
  summary: 'Ends a hold: the net asset value is principal ÷ shares again, as it is now.',
  async run(operation) {
    const productId = await fundOf(operation)
    const reason = reasonOf(operation.args.slice(1))
    const worth = await loadFundWorth(operation.db, productId)
    await makeChange(operation, {
      movesMoney: false,
      will: [
        `let fund ${productId} be bought and redeemed at ${showUnits(netAssetValue(worth))} USDT for a share: ${reason}`,
      ],
      async apply(tx) {
        const at = operation.clock.now()
        await setHold(tx, productId, undefined)
        await keepStop(tx, holdOf(productId), { from: at, until: at }, 'two')
        return [`fund ${productId}: ${showUnits(netAssetValue(worth))} USDT for a share`]
      },
    })
  },
}

export const fundShow: Verb = {
  words: 'fund show',
  guard: 'none',
  usage: '',
  summary: 'Shows every fund: value, where its coins are, what waits to be released or split.',
  async run({ db, clock, say }) {
    const ids = await loadFundIds(db)
    for (const id of ids) {
      const now = clock.now()
      const worth = await loadFundWorth(db, id)
      const held = await loadFundHold(db, id, now)
      const where = await loadWhereabouts(db, id, addMs(now, 1))
      const value = held ? `held back until ${held.until.toISOString()}` : showUnits(netAssetValue(worth))
      say(
        `${id}  value ${value} · running ${showUnits(where.running)} · at venue ${showUnits(where.atVenue)} · to release ${showUnits(where.releasing)} · profit ${showUnits(where.undivided)}`,
      )
    }
    if (ids.length === 0) say('There is no fund.')
  },
}

export const fundVenue: Verb = {
  words: 'fund venue',
  guard: 'two',
  isPublic: true,
  keyPlace: 2,
  usage: '<fund> <network> <address> <reason>',
  summary:
    'Registers an address the venue pays from: what comes from it is the fund’s, and nothing else is booked as its profit.',
  async run(operation) {
    const productId = await fundOf(operation)
    const chain = choiceOf(operation.args[1], chainIds, 'network')
    const typed = tightCode(operation.args[2] ?? '')
    const { form } = chains[chain]
    if (addressProblem(form, typed)) throw new UsageError(`address: as ${chains[chain].name} writes it`)
    const address = keptAddress(form, typed)
    const reason = reasonOf(operation.args.slice(3))
    await makeChange(operation, {
      movesMoney: false,
      will: [`count what ${address} sends on ${chain} as coming from the venue of fund ${productId}: ${reason}`],
      async apply(tx) {
        const isNew = await addVenueAddress(tx, { productId, chain, address })
        return [isNew ? `${address} belongs to the venue of fund ${productId}` : 'It was registered before']
      },
    })
  },
}

export const fundVerbs: readonly Verb[] = [
  fundShow,
  fundVenue,
  fundSend,
  fundReturn,
  fundProfit,
  fundLoss,
  fundHold,
  fundNav,
]
