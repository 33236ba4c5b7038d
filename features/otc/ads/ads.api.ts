import { isGoogleBound } from '#identity/authenticator/authenticator.store.ts'
import { tellHolder } from '#identity/mail/mail-queue.store.ts'
import { authorizeOutflow } from '#identity/passwords/outflow.server.ts'
import { withoutCodeOf } from '#identity/passwords/without-code.store.ts'
import { expectRegion, regionalState, regionsWith } from '#identity/team/region.store.ts'
import { lockWallet, type Wallet } from '#identity/wallet.store.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { InputOf } from '#kit/wire/contract.ts'
import { type Implementation, implement, implementRead, type SessionCall } from '#kit/wire/implement.api.ts'
import { available } from '#ledger/posting/chart.ts'
import { balanceOf, post } from '#ledger/posting/ledger.store.ts'
import { adsOf, changeTerms, findAd, keepAd, listAds as listedAds, lockAd, setAdState } from '#otc/ads/ads.store.ts'
import {
  type Ad,
  type AdMethod,
  type AdTerms,
  decideDisable,
  decideEdit,
  decideEnable,
  decidePrice,
  decideRemove,
  decideSecondAd,
  decideTerms,
  heldByAd,
  leftOf,
  ownAd,
  priceBounds,
} from '#otc/ads/ads.ts'
import { decideSelling } from '#otc/ads/seller.ts'
import { escrowedLately, reputationOf } from '#otc/ads/standing.store.ts'
import { readDetails } from '#otc/details/methods.ts'
import { keepDetails, knownDetails } from '#otc/details/payment-details.store.ts'
import { findKnown, type PaymentDetails, usableFrom } from '#otc/details/payment-details.ts'
import { sealDetails } from '#otc/details/sealed-details.server.ts'
import { lockAdEntry, returnAdEntry } from '#otc/escrow.ts'
import { cancelsMax, firstTrades, openMax, otcCoin, type Pricing } from '#otc/otc-terms.ts'
import { expectFiat, guideOf, loadFiats, loadLimits, showAds } from '../loaded-otc.server.ts'
import { disableAd, enableAd, listAds, otcRules, postAd, removeAd } from './ads.contract.ts'

const pageSize = 20

const otcRulesApi = implementRead(otcRules, async (_input, { db, walletId, now }) => {
  const { region, state } = await regionalState(db, walletId, 'otc')
  const { minimum, maximum, firstMaximum } = await loadLimits(db)
  const { open, cancels, partners } = await reputationOf(db, walletId, now)
  const { left } = await withoutCodeOf(db, walletId, now)
  const fiats = [...(await loadFiats(db, walletId))].map(([fiat, guide]) => {
    const bounds = priceBounds(guide)
    const [lowest, highest] = [showUnits(bounds.minimum), showUnits(bounds.maximum)]
    return { fiat, guide: showUnits(guide), lowest, highest }
  })
  return {
    coin: otcCoin,
    region,
    state,
    fiats,
    minimum: showUnits(minimum),
    maximum: showUnits(maximum),
    firstMaximum: showUnits(firstMaximum),
    firstTrades,
    openMax,
    cancelsMax,
    takerFee: '0.002',
    available: showUnits(await balanceOf(db, available(walletId), otcCoin)),
    googleBound: await isGoogleBound(db, walletId),
    withoutCodeLeft: showUnits(left),
    open,
    cancels,
    partners,
  }
})

/** Price and number of the previous page's last ad. */
function readCursor(cursor: string): { readonly price: bigint; readonly id: bigint } | undefined {
  const match = /^(\d{1,18})\.(\d{1,18})$/.exec(cursor)
  return match ? { price: BigInt(match[1] ?? 0), id: BigInt(match[2] ?? 0) } : undefined
}

const listAdsApi = implementRead(listAds, async (input, { db, walletId, now, secrets }) => {
  const reader = { reader: walletId, now, secrets }
  if (input.mine) return { items: await showAds(db, await adsOf(db, walletId), reader), next: '' }
  const found = input.id === undefined ? undefined : await findAd(db, BigInt(input.id))
  if (input.id !== undefined && (!found || found.state === 'removed')) fail('otc.ad_missing')
  // Makers can read and remove their ads in any region.
  if (found?.makerId === walletId) return { items: await showAds(db, [found], reader), next: '' }
  await expectRegion(db, walletId, 'otc')
  if (found) return { items: await showAds(db, [found], reader), next: '' }
  const { fiat, amount, paymentMethod, cursor } = input
  const rows = await listedAds(db, {
    side: input.side === 'buy' ? 'sell' : 'buy',
    fiat,
    guide: await guideOf(db, fiat),
    regions: await regionsWith(db, 'otc'),
    units: amount === undefined ? undefined : parseUnits(amount, 2),
    method: paymentMethod,
    after: readCursor(cursor),
    limit: pageSize + 1,
    readerId: walletId,
    now,
  })
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  const next = rows.length > pageSize && last ? `${last.price}.${last.id}` : ''
  return { items: await showAds(db, page, reader), next }
})

const readUnits = (text: string, field: string): bigint => parseUnits(text, 2) ?? fail('field.format', { field })

/** Requires exactly one of price and margin. @throws field.format */
function readPricing({ price, margin }: InputOf<typeof postAd>): Pricing {
  if ((price === '') === (margin === undefined)) fail('field.format', { field: 'price' })
  if (margin !== undefined) return { fixed: null, margin }
  return { fixed: parseUnits(price) ?? fail('field.format', { field: 'price' }), margin: null }
}

type Posting = SessionCall & { readonly tx: Tx }
/** Methods of an ad, and the payment details new to the wallet. */
type ReadMethods = { readonly methods: readonly AdMethod[]; readonly unknown: readonly PaymentDetails[] }

/** @throws field.format, also for a field of a method */
async function readMethods(input: InputOf<typeof postAd>, call: Posting): Promise<ReadMethods> {
  const { tx, walletId: sellerId, secrets, now } = call
  const chosen = input.methods.map(({ paymentMethod: method, details }) => ({ method, details }))
  if (new Set(chosen.map(({ method }) => method)).size < chosen.length) fail('field.format', { field: 'paid' })
  // In a buy ad the taker, as seller, names the account.
  if (input.side === 'buy') {
    const methods = chosen.map(({ method }) => ({ method, details: null, usableFrom: null }))
    return { methods, unknown: [] }
  }
  const known = await knownDetails(tx, secrets, sellerId)
  const unknown: PaymentDetails[] = []
  const methods = chosen.map(({ method, details }) => {
    const read = readDetails(method, details)
    if ('wrong' in read) fail('field.format', { field: read.wrong })
    const found = findKnown(known, method, read.details)
    if (found) return found
    const sealed = sealDetails(secrets, { sellerId, method }, read.details)
    const named = { method, details: sealed, usableFrom: usableFrom(known, now) }
    unknown.push(named)
    return named
  })
  return { methods, unknown }
}

/** @throws field.format */
const readTerms = (input: InputOf<typeof postAd>, { methods }: ReadMethods): AdTerms => ({
  pricing: readPricing(input),
  least: readUnits(input.least, 'least'),
  most: readUnits(input.most, 'most'),
  windowMinutes: input.window,
  terms: input.terms,
  methods,
})

/**
 * A sell ad needs the same authorization as sending its amount. New payment details always need the code, a waiting period and a notice to
 * the holder.
 */
async function authorizeAd(call: Posting, wallet: Wallet, units: bigint, { unknown }: ReadMethods): Promise<void> {
  const { tx, walletId, secrets, now, wall } = call
  const isLater = unknown.some((each) => each.usableFrom > now)
  const { withdrawalsHeldUntil: heldUntil, withdrawalBanUntil: banUntil, withdrawalBanReason: banReason } = wallet
  decideSelling({ units, sold: await escrowedLately(tx, walletId, now), now, heldUntil, banUntil, banReason })
  // Must be last, as it consumes a code. USDT needs no conversion.
  await authorizeOutflow(call, { wallet, value: isLater ? undefined : units })
  if (unknown.length > 0) await keepDetails(tx, walletId, unknown, now)
  if (isLater) await tellHolder(tx, secrets, walletId, 'told_payment_details', wall)
}

/** Locks the wallet, then its ad. @throws otc.ad_missing */
async function lockOwn(tx: Tx, walletId: WalletId, id: number): Promise<Ad> {
  await lockWallet(tx, walletId)
  return ownAd(await lockAd(tx, BigInt(id)), walletId)
}

async function showOwn(id: bigint, { tx, walletId, now, secrets }: SessionCall & { readonly tx: Tx }) {
  const ad = (await findAd(tx, id)) ?? fail('otc.ad_missing')
  const [row] = await showAds(tx, [ad], { reader: walletId, now, secrets })
  return row ?? fail('otc.ad_missing')
}

const postAdApi = implement(postAd, async (input, call) => {
  const { tx, walletId, now } = call
  const wallet = await lockWallet(tx, walletId)
  await expectRegion(tx, walletId, 'otc')
  const methods = await readMethods(input, call)
  const terms = readTerms(input, methods)
  const limits = await loadLimits(tx)
  if (input.id !== undefined) {
    const ad = ownAd(await lockAd(tx, BigInt(input.id)), walletId)
    decideEdit(ad)
    decideTerms(terms, { units: ad.units, guide: await expectFiat(tx, walletId, ad.fiat), limits })
    if (ad.side !== input.side || ad.fiat !== input.fiat) fail('field.format', { field: 'side' })
    if (ad.side === 'sell') await authorizeAd(call, wallet, leftOf(ad), methods)
    await changeTerms(tx, ad.id, terms)
    return showOwn(ad.id, call)
  }
  const { side, fiat } = input
  const units = readUnits(input.amount, 'number')
  decideTerms(terms, { units, guide: await expectFiat(tx, walletId, fiat), limits })
  const same = (await adsOf(tx, walletId)).filter((ad) => ad.side === side && ad.fiat === fiat)
  decideSecondAd(same.map(({ state }) => state))
  if (side === 'sell') {
    if (units > (await balanceOf(tx, available(walletId), otcCoin))) fail('balance.insufficient', { coin: otcCoin })
    await authorizeAd(call, wallet, units, methods)
  }
  const id = await keepAd(tx, { ...terms, makerId: walletId, side, fiat, units, at: now })
  if (side === 'sell') await post(tx, lockAdEntry({ id, makerId: walletId }, units, now))
  return showOwn(id, call)
})

const enableAdApi = implement(enableAd, async ({ id }, call) => {
  const { tx, walletId } = call
  const ad = await lockOwn(tx, walletId, id)
  await expectRegion(tx, walletId, 'otc')
  decideEnable(ad)
  // Check again: an outdated price could give coins away.
  decidePrice(ad, await guideOf(tx, ad.fiat))
  await setAdState(tx, ad.id, 'enabled')
  return showOwn(ad.id, call)
})

const disableAdApi = implement(disableAd, async ({ id }, call) => {
  const { tx, walletId } = call
  const ad = await lockOwn(tx, walletId, id)
  decideDisable(ad)
  await setAdState(tx, ad.id, 'disabled')
  return showOwn(ad.id, call)
})

const removeAdApi = implement(removeAd, async ({ id }, call) => {
  const { tx, walletId, now } = call
  const ad = await lockOwn(tx, walletId, id)
  decideRemove(ad)
  const back = heldByAd(ad)
  await setAdState(tx, ad.id, 'removed')
  if (back > 0n) await post(tx, returnAdEntry(ad, back, now))
  return showOwn(ad.id, call)
})

export const adCalls: readonly Implementation[] = [
  otcRulesApi,
  listAdsApi,
  postAdApi,
  enableAdApi,
  disableAdApi,
  removeAdApi,
]
