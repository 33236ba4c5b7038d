import { pacesOf } from '#custody/chain-pace.store.ts'
import { secondsFor } from '#custody/chain-pace.ts'
import { findBound } from '#custody/payments/address/bound-address.store.ts'
import { ownShare } from '#custody/payments/approving/fair-share.ts'
import { refusalsOf } from '#custody/payments/approving/refusals.store.ts'
import { takeBack } from '#custody/payments/approving/review.store.ts'
import { isRush } from '#custody/payments/approving/velocity.store.ts'
import { usualWait } from '#custody/payments/waits/usual-waits.store.ts'
import type { Usual } from '#custody/payments/waits/usual-waits.ts'
import {
  limitsOf,
  termsOf,
  withdrawalLimits,
  withdrawalOpenings,
  withdrawalTerms,
} from '#custody/payments/withdrawal-settings.ts'
import { lockWithdrawal, spentBefore, type Withdrawal, withdrawalsOf } from '#custody/payments/withdrawals.store.ts'
import { leftOfDay, mostToAsk, newAddressHoldEnd, rushEnd, waitsOf } from '#custody/payments/withdrawals.ts'
import { isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { loadWallet, lockWallet, type Wallet } from '#identity/wallet.store.ts'
import { showUnits, unitsPerOne } from '#kit/amount/amount.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import { alwaysOpen, openingAt, shownOpening } from '#kit/time/opening.ts'
import type { InputOf, OutputOf } from '#kit/wire/contract.ts'
import { type Implementation, implement, implementMany, implementRead } from '#kit/wire/implement.api.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf } from '#ledger/posting/ledger.store.ts'
import { worthFor } from '#market/prices/value.store.ts'
import { haltsOf } from '#outside/chains/incident.store.ts'
import {
  carries,
  explorerLink,
  findNetwork,
  isSimulated,
  loadNetworks,
  type NetworkRow,
} from '#outside/chains/network.store.ts'
import { payoutCapOf } from '#outside/chains/payout-cap.store.ts'
import { bindAddressApi, cancelAddressChangeApi, changeAddressApi, withdrawalAddressesApi } from './addresses.api.ts'
import { askWithdrawals } from './ask-withdrawals.server.ts'
import { stopOf } from './withdrawal-stop.server.ts'
import { showWait, showWithdrawal } from './withdrawal-view.ts'
import { cancelWithdrawal, requestWithdrawal, withdrawalRules, withdrawals } from './withdrawals.contract.ts'

const pageSize = 20

async function usualOf(sql: Sql, chain: ChainId, network: NetworkRow | undefined, now: Date): Promise<Usual> {
  const pace = network && (await pacesOf(sql, [network], now)).get(chain)
  return { pace: pace ?? { blockMs: chains[chain].blockMs, isLate: false }, wait: await usualWait(sql, chain) }
}

const inSeconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.ceil(ms / 1_000))

type Wanted = Pick<InputOf<typeof requestWithdrawal>, 'chain' | 'coin'>

async function loadBounds(sql: Sql, walletId: Wallet['id'], { chain, coin }: Wanted, now: Date) {
  const network = await findNetwork(sql, chain)
  return {
    network,
    terms: termsOf(await readSetting(sql, withdrawalTerms), chain, coin),
    limits: limitsOf(await readSetting(sql, withdrawalLimits)),
    opening: (await readSetting(sql, withdrawalOpenings))[`${chain}.${coin}`] ?? alwaysOpen,
    isConnected: carries(network, coin),
    bound: await findBound(sql, walletId, chain),
    available: await balanceOf(sql, available(walletId), coin),
    spent: await spentBefore(sql, walletId, now),
    cap: await payoutCapOf(sql, chain, coin),
  }
}

const withdrawalRulesApi = implementRead(withdrawalRules, async ({ chain, coin }, { db, walletId, now }) => {
  const bounds = await loadBounds(db, walletId, { chain, coin }, now)
  const wallet = await loadWallet(db, walletId)
  const { terms, limits, opening, bound, spent, cap } = bounds
  const most = mostToAsk(cap?.atOnce, terms.fee)
  const price = await worthFor(db, 'limits', coin, unitsPerOne, now)
  const least = await worthFor(db, 'limits', coin, terms.minimum, now)
  const { pace, wait } = await usualOf(db, chain, bounds.network, now)
  const gates = {
    payableFrom: bound?.payableFrom ?? newAddressHoldEnd(now),
    heldUntil: wallet.withdrawalsHeldUntil,
    // Ignores restrictions that block every request, because `stop` reports them.
    bannedUntil: null,
    isFrozen: false,
    needsReview: false,
    isApproved: false,
    reviewUntil: null,
    rushUntil: (await isRush(db, { coin, units: terms.minimum, value: least ?? null }, now)) ? rushEnd(now) : null,
    halts: await haltsOf(db, chain),
  }
  return {
    chain,
    coin,
    ...shownOpening(opening, now),
    open: bounds.isConnected && openingAt(opening, now) === 'open',
    minimum: showUnits(terms.minimum),
    fee: showUnits(terms.fee),
    available: showUnits(bounds.available),
    maximumValue: showUnits(limits.maximumValue),
    most: most === undefined ? null : showUnits(most),
    ownShare: cap ? showUnits(ownShare(cap)) : null,
    dayLimitValue: showUnits(limits.dayLimitValue),
    dayLeftValue: showUnits(leftOfDay(spent, limits)),
    price: price === undefined ? null : showUnits(price),
    reviewAboveValue: showUnits(limits.reviewAboveValue),
    reviewAboveDayValue: showUnits(limits.reviewAboveDayValue),
    reviewAboveCount: limits.reviewAboveCount,
    dayCount: spent.count,
    address: bound?.address ?? null,
    remark: bound?.remark ?? '',
    simulated: isSimulated(bounds.network),
    googleBound: await isGoogleBound(db, walletId),
    stop: stopOf(wallet, now),
    waits: waitsOf(gates, now).map(showWait),
    usual: {
      sentSeconds: inSeconds(wait?.middle),
      slowSeconds: inSeconds(wait?.slow),
      arrivalSeconds: secondsFor(chains[chain].confirmations, pace),
    },
    late: pace.isLate,
  }
})

function show(
  withdrawal: Withdrawal & { readonly refusal?: string },
  network: NetworkRow | undefined,
  now: Date,
  usual?: Usual,
): OutputOf<typeof requestWithdrawal> {
  const known = network && { head: network.head, linkOf: (hash: string) => explorerLink(network, hash), usual }
  return showWithdrawal(withdrawal, known, now)
}

const requestWithdrawalApi = implementMany(
  requestWithdrawal,
  async (calls, tx) => {
    const outcomes = await askWithdrawals(calls, tx)
    return outcomes.map((outcome, place) => {
      if ('refusal' in outcome) return outcome
      const { withdrawal, network } = outcome.answer
      return { answer: show(withdrawal, network, calls[place]?.call.now ?? withdrawal.requestedAt) }
    })
  },
  // Approved withdrawals share one lock, so batches run sequentially.
  { oneAtATime: true },
)

const cancelWithdrawalApi = implement(cancelWithdrawal, async ({ id }, { tx, walletId, now }) => {
  await lockWallet(tx, walletId)
  const withdrawal = await lockWithdrawal(tx, BigInt(id))
  if (withdrawal?.walletId !== walletId) fail('request.data_missing')
  return show(await takeBack(tx, withdrawal, now), await findNetwork(tx, withdrawal.chain), now)
})

const withdrawalsApi = implementRead(withdrawals, async ({ id, coin, chain, cursor }, { db, walletId, now }) => {
  const before = /^\d{1,18}$/.test(cursor) ? BigInt(cursor) : undefined
  const rows = await withdrawalsOf(db, walletId, { id, coin, chain, before, limit: pageSize + 1 })
  const networks = new Map((await loadNetworks(db)).map((network) => [network.chain, network]))
  const shown = rows.slice(0, pageSize)
  const ended = shown.filter(({ state }) => state === 'cancelled').map((row) => row.id)
  const refusals = await refusalsOf(db, ended)
  const usual = new Map<ChainId, Usual>()
  const moving = shown.filter(({ state }) => state === 'sending' || state === 'confirming')
  for (const on of new Set(moving.map((row) => row.chain))) usual.set(on, await usualOf(db, on, networks.get(on), now))
  const items = shown.map((row) =>
    show({ ...row, refusal: refusals.get(row.id) ?? '' }, networks.get(row.chain), now, usual.get(row.chain)),
  )
  return { items, next: rows.length > pageSize ? `${items.at(-1)?.id}` : '' }
})

export const withdrawalsCalls: readonly Implementation[] = [
  withdrawalAddressesApi,
  bindAddressApi,
  changeAddressApi,
  cancelAddressChangeApi,
  withdrawalRulesApi,
  requestWithdrawalApi,
  cancelWithdrawalApi,
  withdrawalsApi,
]
