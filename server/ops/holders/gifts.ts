import { showUnits } from '#kit/amount/amount.ts'
import { type Asset, coins, isCoin } from '#kit/amount/coins.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomHex } from '#kit/text/random.ts'
import { type Account, available, company, issued } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { reasonOf, unitsOf, walletOf } from '../base/arguments.ts'
import { makeChange, type Operation, UsageError, type Verb } from '../base/verb.ts'

const codes = { import: 0, given: 1 } as const

/** ATM exists only by import. */
function assetOf(text: string | undefined): Asset {
  const name = text?.toUpperCase() ?? ''
  if (!isCoin(name) && name !== 'ATM') throw new UsageError(`coin: one of ${[...coins, 'ATM'].join(', ')}`)
  return name
}

type Gift = {
  readonly walletId: WalletId
  readonly from: Account
  readonly to: Account
  readonly asset: Asset
  readonly units: bigint
  readonly code: number
  /** Public text, empty for new gifts. */
  readonly origin: string
  readonly reason: string
}

async function make(operation: Operation, { walletId, from, to, asset, units, code, origin, reason }: Gift) {
  const way = to === issued ? 'take' : 'give'
  const side = way === 'take' ? 'from' : 'to'
  await makeChange(operation, {
    movesMoney: true,
    will: [`${way} ${showUnits(units)} ${asset} ${side} ${walletId}: ${reason}`],
    told: [`${way} ${showUnits(units)} ${asset}${origin} ${side} a wallet: ${reason}`],
    async apply(tx) {
      // A random key, so repeating the command repeats the gift.
      const key = `ops:gift:${randomHex(12)}`
      await post(tx, { key, at: operation.clock.now(), ref: 'ops:gift', postings: [{ from, to, asset, units, code }] })
      return [`${walletId} has ${showUnits(await balanceOf(tx, available(walletId), asset))} ${asset}`]
    },
  })
}

export const coinImport: Verb = {
  words: 'coin import',
  guard: 'two',
  usage: '<wallet> <amount> <coin> <reason>',
  summary: 'Brings in what a wallet had in an older system: coins out of company capital, or the retired coin ATM.',
  async run(operation) {
    const wallet = await walletOf(operation.db, operation.args[0])
    const units = unitsOf(operation.args[1])
    const asset = assetOf(operation.args[2])
    const reason = reasonOf(operation.args.slice(3), wallet)
    const [from, origin] =
      asset === 'ATM'
        ? [issued, ' of an older system']
        : [company('capital'), ' of capital, for what it had in an older system,']
    const to = available(wallet.id)
    await make(operation, { walletId: wallet.id, from, to, asset, units, code: codes.import, origin, reason })
  },
}

export const coinReward: Verb = {
  words: 'coin reward',
  guard: 'two',
  usage: '<wallet> <amount> <coin> <reason>',
  summary: 'Gives coins of company capital for a public reason: never for a deposit, a purchase or a recruit.',
  async run(operation) {
    const wallet = await walletOf(operation.db, operation.args[0])
    const units = unitsOf(operation.args[1])
    const asset = assetOf(operation.args[2])
    if (asset === 'ATM') throw new UsageError('ATM is a retired coin: it can only be imported')
    const reason = reasonOf(operation.args.slice(3), wallet)
    const [from, to, origin] = [company('capital'), available(wallet.id), ' of capital']
    await make(operation, { walletId: wallet.id, from, to, asset, units, code: codes.given, origin, reason })
  },
}

const ofPower = (words: string, summary: string, code: number, takes = false): Verb => ({
  words,
  guard: 'two',
  usage: '<wallet> <amount> <reason>',
  summary,
  async run(operation) {
    const wallet = await walletOf(operation.db, operation.args[0])
    const units = unitsOf(operation.args[1])
    const reason = reasonOf(operation.args.slice(2), wallet)
    const mine = available(wallet.id)
    const [from, to] = takes ? [mine, issued] : [issued, mine]
    const origin = code === codes.import ? ' of an older system' : ''
    await make(operation, { walletId: wallet.id, from, to, asset: 'POWER', units, code, origin, reason })
  },
})

export const giftVerbs: readonly Verb[] = [
  coinImport,
  coinReward,
  ofPower('power import', 'Brings in computing power a wallet had in an older system.', codes.import),
  ofPower('power give', 'Gives computing power for a public reason.', codes.given),
  ofPower('power take', 'Takes computing power back, at most what is there, for a public reason.', codes.given, true),
]
