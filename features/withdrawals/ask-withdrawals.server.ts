import { type BoundAddress, boundOf } from '#custody/payments/address/bound-address.store.ts'
import { placeAsked } from '#custody/payments/approving/review.store.ts'
import { muchAskedOf } from '#custody/payments/approving/velocity.store.ts'
import { askedEntry } from '#custody/payments/withdrawal-entries.ts'
import {
  limitsOf,
  termsOf,
  withdrawalLimits,
  withdrawalOpenings,
  withdrawalTerms,
} from '#custody/payments/withdrawal-settings.ts'
import { type AskedBefore, askedBefore, keepWithdrawals, type Withdrawal } from '#custody/payments/withdrawals.store.ts'
import { decideWithdrawal } from '#custody/payments/withdrawals.ts'
import { authorizeWithdrawals } from '#identity/passwords/outflow.server.ts'
import { lockWallets, type Wallet } from '#identity/wallet.store.ts'
import { multiply, parseUnits, type Rate } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import { chains } from '#kit/chain/chains.ts'
import { expect } from '#kit/expect.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { alwaysOpen } from '#kit/time/opening.ts'
import type { InputOf } from '#kit/wire/contract.ts'
import { type OneOf, type Outcome, outcomeOf } from '#kit/wire/implement.api.ts'
import { available } from '#ledger/posting/chart.ts'
import { balancesOf, postMany } from '#ledger/posting/ledger.store.ts'
import { rateFor } from '#market/prices/value.store.ts'
import { carries, loadNetworks, type NetworkRow } from '#outside/chains/network.store.ts'
import { type PayoutCap, payoutCaps } from '#outside/chains/payout-cap.store.ts'
import { refuseWhileStopped } from './withdrawal-stop.server.ts'
import type { requestWithdrawal } from './withdrawals.contract.ts'

type Call = OneOf<InputOf<typeof requestWithdrawal>>
export type Asked = { readonly withdrawal: Withdrawal; readonly network: NetworkRow | undefined }

type Loaded = {
  readonly wallets: ReadonlyMap<WalletId, Wallet>
  readonly networks: ReadonlyMap<string, NetworkRow>
  readonly caps: ReadonlyMap<string, PayoutCap>
  readonly bound: ReadonlyMap<string, BoundAddress>
  readonly have: readonly bigint[]
  readonly before: readonly AskedBefore[]
  readonly rates: ReadonlyMap<Coin, Rate | undefined>
}
type Allowed = {
  readonly call: Call
  readonly units: bigint
  readonly value: bigint | undefined
  readonly feeUnits: bigint
  readonly needsReview: boolean
  readonly bound: BoundAddress
  readonly before: AskedBefore
}

const nameOf = (one: string, other: string): string => `${one} ${other}`
const first = (moments: readonly Date[]): Date => new Date(Math.min(...moments.map((at) => at.getTime())))

async function load(tx: Tx, calls: readonly Call[]): Promise<Loaded> {
  const ids = calls.map(({ call }) => call.walletId)
  const accounts = calls.map(({ input, call }) => ({ account: available(call.walletId), asset: input.coin }))
  // Pipelined queries run in order, so the rest is read under the locks.
  const [wallets, allNetworks, allCaps, allBound, have, before] = await Promise.all([
    lockWallets(tx, ids),
    loadNetworks(tx),
    payoutCaps(tx),
    boundOf(tx, ids),
    balancesOf(tx, accounts),
    // Use the batch's earliest moment, so every call's 24 hours are covered.
    askedBefore(
      tx,
      calls.map(({ input, call }) => ({ walletId: call.walletId, coin: input.coin })),
      first(calls.map(({ call }) => call.now)),
    ),
  ])
  const networks = new Map(allNetworks.map((network) => [network.chain as string, network]))
  const caps = new Map(allCaps.map((cap) => [nameOf(cap.chain, cap.coin), cap]))
  const bound = new Map(allBound.map((each) => [nameOf(each.walletId, each.chain), each]))
  const rates = new Map<Coin, Rate | undefined>()
  for (const { input, call } of calls)
    if (!rates.has(input.coin)) rates.set(input.coin, await rateFor(tx, 'limits', input.coin, call.now))
  return { wallets, networks, caps, bound, have, before, rates }
}

/** Checks everything except the code. @throws as `decideWithdrawal` */
async function decide(tx: Tx, each: Call, place: number, loaded: Loaded): Promise<Allowed> {
  const { input, call } = each
  const { walletId, now } = call
  const { chain, coin } = input
  refuseWhileStopped(loaded.wallets.get(walletId) ?? fail('identity.wallet_unknown'), now)
  const units = parseUnits(input.amount, 2) ?? fail('field.format', { field: 'number' })
  const have = loaded.have[place] ?? 0n
  const rate = loaded.rates.get(coin)
  // An insufficient balance is reported first, so its amount needs no value.
  const value = units > have || !rate ? undefined : multiply(units, rate, 'down')
  const bound = loaded.bound.get(nameOf(walletId, chain))
  const before = loaded.before[place]
  expect(before, 'what was asked for before is known of every call')
  const { fee, needsReview } = decideWithdrawal({
    chain,
    coin,
    units,
    value,
    spent: before,
    terms: termsOf(await readSetting(tx, withdrawalTerms), chain, coin),
    limits: limitsOf(await readSetting(tx, withdrawalLimits)),
    opening: (await readSetting(tx, withdrawalOpenings))[`${chain}.${coin}`] ?? alwaysOpen,
    isConnected: carries(loaded.networks.get(chain), coin),
    isBound: bound !== undefined,
    available: have,
    paidAtOnce: loaded.caps.get(nameOf(chain, coin))?.atOnce,
    now,
  })
  if (!bound) fail('funds.address_not_bound', { chain: chains[chain].name })
  return { call: each, units, value, feeUnits: fee, needsReview, bound, before }
}

/**
 * Processes a batch from different wallets: limits, code, hold and immediate approval. A refused call writes nothing and affects no other.
 * An exception rolls back the batch.
 */
export async function askWithdrawals(calls: readonly Call[], tx: Tx): Promise<Outcome<Asked>[]> {
  const loaded = await load(tx, calls)
  const outcomes: Outcome<Allowed>[] = []
  for (const [place, each] of calls.entries()) outcomes.push(await outcomeOf(() => decide(tx, each, place, loaded)))
  const allowed = outcomes.flatMap((outcome) => ('answer' in outcome ? [outcome.answer] : []))
  const refusals = await authorizeWithdrawals(
    tx,
    allowed.map(({ call: { call } }) => call),
  )
  const passed = allowed.filter((_, nth) => !refusals[nth])
  const written = await write(tx, passed)
  const [ofCodes, ofWritten] = [refusals.values(), written.values()]
  return outcomes.map((outcome, place) => {
    if ('refusal' in outcome) return outcome
    const refusal = ofCodes.next().value
    if (refusal) return { refusal }
    const chain = (calls[place] as Call).input.chain
    return { answer: { withdrawal: ofWritten.next().value as Withdrawal, network: loaded.networks.get(chain) } }
  })
}

/** @returns the withdrawals, in input order */
async function write(tx: Tx, passed: readonly Allowed[]): Promise<Withdrawal[]> {
  if (passed.length === 0) return []
  const leaving = passed.map(({ call: { call, input }, units, value, before }) => {
    return { walletId: call.walletId, coin: input.coin, units, value: value ?? null, before }
  })
  const moments = passed.map(({ call: { call } }) => call.now)
  const isMuch = await muchAskedOf(tx, leaving, first(moments))
  const kept = await keepWithdrawals(
    tx,
    passed.map(({ call: { call, input }, units, value, feeUnits, needsReview, bound: { address } }, place) => {
      const { walletId, requestId: key, now: at } = call
      const { chain, coin } = input
      const isReviewed = needsReview || isMuch[place] === true
      return { key, walletId, chain, coin, units, feeUnits, value, address, needsReview: isReviewed, at }
    }),
  )
  const asked = kept.map((withdrawal, place) => ({ withdrawal, now: moments[place] as Date }))
  const entries = passed.map(({ call: { call, input }, units }, place) => {
    const { walletId, now } = call
    const id = (kept[place] as Withdrawal).id
    return askedEntry({ id, walletId, chain: input.chain, coin: input.coin, units }, now)
  })
  // Post balances before taking the lock shared by all withdrawals, so waiting for a balance blocks no one.
  await postMany(tx, entries)
  return placeAsked(tx, asked)
}
