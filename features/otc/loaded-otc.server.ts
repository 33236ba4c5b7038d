import { regionOf } from '#identity/team/region.store.ts'
import { findWallet } from '#identity/wallet.store.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { fail } from '#kit/failure.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import { readSetting } from '#kit/store/settings.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { Ad } from '#otc/ads/ads.ts'
import { reputationOf, reputationsOf } from '#otc/ads/standing.store.ts'
import { openDetails } from '#otc/details/sealed-details.server.ts'
import { fiatsIn, limitsOf, otcFiats, otcLimits } from '#otc/otc-settings.ts'
import type { AdRow, Trader } from './otc-fields.ts'
import { type OwnMethods, showAd, showTrader } from './show-otc.ts'

export const loadLimits = async (sql: Sql) => limitsOf(await readSetting(sql, otcLimits))

/** 0 for a currency no longer traded. */
export async function guideOf(sql: Sql, fiat: string): Promise<bigint> {
  return parseUnits((await readSetting(sql, otcFiats))[fiat]?.guide ?? '') ?? 0n
}

/** The currencies of the holder's region. */
export const loadFiats = async (sql: Sql, walletId: WalletId): Promise<ReadonlyMap<string, bigint>> =>
  fiatsIn(await readSetting(sql, otcFiats), (await regionOf(sql, walletId)) ?? '')

/** The currency's guide price in the holder's region. @throws otc.fiat_missing */
export async function expectFiat(sql: Sql, walletId: WalletId, fiat: string): Promise<bigint> {
  return (await loadFiats(sql, walletId)).get(fiat) ?? fail('otc.fiat_missing', { fiat })
}

export async function loadTrader(sql: Sql, walletId: WalletId, now: Date): Promise<Trader> {
  const wallet = await findWallet(sql, walletId)
  return showTrader(walletId, wallet?.nickname ?? '', await reputationOf(sql, walletId, now))
}

const openMethods = (secrets: Secrets, { makerId: sellerId, methods }: Ad, now: Date): OwnMethods =>
  methods.map(({ method, details, usableFrom }) => ({
    paymentMethod: method,
    details: details === null ? {} : openDetails(secrets, { sellerId, method, details }),
    usableFrom: usableFrom && usableFrom > now ? usableFrom.toISOString() : null,
  }))

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
