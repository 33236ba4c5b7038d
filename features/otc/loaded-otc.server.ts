import { regionOf } from '#identity/region.store.ts'
import { findWallet } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount.ts'
import type { Sql } from '#kit/db.ts'
import { fail } from '#kit/failure.ts'
import type { WalletId } from '#kit/ids.ts'
import type { Secrets } from '#kit/secrets.store.ts'
import { readSetting } from '#kit/settings.store.ts'
import type { Ad } from '#otc/ads.ts'
import { fiatsIn, limitsOf, otcFiats, otcLimits } from '#otc/otc-settings.ts'
import { openDetails } from '#otc/sealed-details.server.ts'
import { reputationOf, reputationsOf } from '#otc/standing.store.ts'
import type { AdRow, Trader } from './otc-fields.ts'
import { type OwnMethods, showAd, showTrader } from './show-otc.ts'

/** The limits of trades over the counter, in units. */
export const loadLimits = async (sql: Sql) => limitsOf(await readSetting(sql, otcLimits))

/** The guide price of a currency, as far as it is traded at all; 0 for one that is traded no more. */
export async function guideOf(sql: Sql, fiat: string): Promise<bigint> {
  return parseUnits((await readSetting(sql, otcFiats))[fiat]?.guide ?? '') ?? 0n
}

/** The currencies of where a wallet's holder lives. */
export const loadFiats = async (sql: Sql, walletId: WalletId): Promise<ReadonlyMap<string, bigint>> =>
  fiatsIn(await readSetting(sql, otcFiats), (await regionOf(sql, walletId)) ?? '')

/** The guide price of a currency where a wallet's holder lives. @throws otc.fiat_missing */
export async function expectFiat(sql: Sql, walletId: WalletId, fiat: string): Promise<bigint> {
  return (await loadFiats(sql, walletId)).get(fiat) ?? fail('otc.fiat_missing', { fiat })
}

/** Somebody one trades with. */
export async function loadTrader(sql: Sql, walletId: WalletId, now: Date): Promise<Trader> {
  const wallet = await findWallet(sql, walletId)
  return showTrader(walletId, wallet?.nickname ?? '', await reputationOf(sql, walletId, now))
}

/** The accounts an own ad names. */
const openMethods = (secrets: Secrets, { makerId: sellerId, methods }: Ad, now: Date): OwnMethods =>
  methods.map(({ method, details, usableFrom }) => ({
    paymentMethod: method,
    details: details === null ? {} : openDetails(secrets, { sellerId, method, details }),
    usableFrom: usableFrom && usableFrom > now ? usableFrom.toISOString() : null,
  }))

/** Ads for their reader, each with its maker. */
export async function showAds(
  sql: Sql,
  ads: readonly Ad[],
  { reader, now, secrets }: { readonly reader: WalletId; readonly now: Date; readonly secrets: Secrets },
): Promise<AdRow[]> {
  const makers = [...new Set(ads.map(({ makerId }) => makerId))]
  const known = await reputationsOf(sql, makers, now)
  const limits = await loadLimits(sql)
  const rows: AdRow[] = []
  for (const ad of ads) {
    const maker = known.get(ad.makerId) ?? (await reputationOf(sql, ad.makerId, now))
    const { nickname = '' } = (await findWallet(sql, ad.makerId)) ?? {}
    const methods = ad.makerId === reader ? openMethods(secrets, ad, now) : undefined
    rows.push(showAd({ ad, guide: await guideOf(sql, ad.fiat), limits, maker, nickname, methods, now }))
  }
  return rows
}
