/** An icon: two colors, and a line drawn in a 44 × 44 square. */
export type Mark = { readonly from: string; readonly to: string; readonly stroke: string }

/** Internal only, never withdrawable. */
export type PointRow = {
  readonly number: number
  readonly kind: 'point'
  readonly mark: Mark
  /** If set, balances are shown, but every action fails with `funds.atm_closed`. */
  readonly isRetired?: true
}

/** Withdrawable on its chains (kit/chain/chains.ts). Amounts are decimal strings. */
export type CoinRow = {
  readonly number: number
  readonly kind: 'coin'
  readonly mark: Mark
  /** Role in products: a base coin earns fixed yield, a side coin is paid in with a base coin. */
  readonly part: 'base' | 'side' | 'none'
  /**
   * Default signer limits per payment and per 24 hours. Assumed: 10,000 USDT per payment and 100,000 in 24 hours, as in the payout
   * contract; other coins about the same value at launch.
   */
  readonly signerCap: { readonly atOnce: string; readonly inDay: string }
  /** Demo amounts: for the trading wallet (code 0), and of company capital to sell packages. */
  readonly demo: { readonly purse: string; readonly kept: string }
  /** Its symbol at each price feed. Without a quorum of feeds it has no external price. */
  readonly feeds: Readonly<Partial<Record<FeedName, string>>>
}
export type FeedName = 'Binance' | 'OKX' | 'Bybit' | 'Kraken' | 'Coinbase' | 'Bitstamp'

/** In display order. Database numbers are permanent: add the next, never change one. */
export const assets = {
  USDT: {
    number: 1,
    kind: 'coin',
    mark: { from: '#0FA37F', to: '#067257', stroke: 'M14 15h16M22 15v15M15 21c4 2.4 10 2.4 14 0' },
    part: 'base',
    signerCap: { atOnce: '10000', inDay: '100000' },
    demo: { purse: '20000', kept: '0' },
    feeds: { Kraken: 'USDTUSD', Coinbase: 'USDT-USD', Bitstamp: 'usdtusd' },
  },
  WLD: {
    number: 2,
    kind: 'coin',
    mark: { from: '#32405F', to: '#0B1530', stroke: 'M22 12a10 10 0 1 0 0 20M13 22h19M22 12a10 10 0 0 1 9.6 7' },
    part: 'base',
    signerCap: { atOnce: '10000', inDay: '100000' },
    demo: { purse: '20000', kept: '20000' },
    feeds: { Binance: 'WLDUSDT', OKX: 'WLD-USDT', Bybit: 'WLDUSDT', Kraken: 'WLDUSD', Coinbase: 'WLD-USD' },
  },
  ATMC: {
    number: 3,
    kind: 'coin',
    mark: { from: '#F0C75E', to: '#B97A18', stroke: 'M22 12l10 18M22 12L12 30M16 24h12' },
    part: 'side',
    signerCap: { atOnce: '100000', inDay: '1000000' },
    demo: { purse: '400000', kept: '1000000' },
    feeds: {},
  },
  ATMX: {
    number: 4,
    kind: 'coin',
    mark: { from: '#5C7CFA', to: '#2B46C7', stroke: 'M14 14l16 16M30 14L14 30' },
    part: 'side',
    signerCap: { atOnce: '100000', inDay: '1000000' },
    demo: { purse: '1000000', kept: '3000000' },
    feeds: {},
  },
  ATM: {
    number: 5,
    kind: 'point',
    isRetired: true,
    mark: { from: '#8A93A8', to: '#59678C', stroke: 'M22 13l9 17M22 13l-9 17' },
  },
  POWER: {
    number: 6,
    kind: 'point',
    mark: { from: '#2EDB9A', to: '#00754C', stroke: 'M24 11 14 24h7l-1 9 10-13h-7z' },
  },
  CREDIT: {
    number: 7,
    kind: 'point',
    mark: { from: '#86AEFF', to: '#1F57CC', stroke: 'M30 16a10 10 0 1 0 0 12M15 22h12' },
  },
} as const satisfies Record<string, CoinRow | PointRow>

type Rows = typeof assets
export type Asset = keyof Rows
export type Coin = { [Name in Asset]: Rows[Name]['kind'] extends 'coin' ? Name : never }[Asset]

const rowOf = (asset: Asset): CoinRow | PointRow => assets[asset]
const names = Object.keys(assets) as Asset[]
export const coins = names.filter((name) => rowOf(name).kind === 'coin') as readonly Asset[] as readonly Coin[]
export const isCoin = (asset: string): asset is Coin => (coins as readonly string[]).includes(asset)
export const coinRow = (coin: Coin): CoinRow => assets[coin]
export const assetsInUse: readonly Asset[] = names.filter((asset) => {
  const row = rowOf(asset)
  return row.kind === 'coin' || !row.isRetired
})
export const markOf = (asset: Asset): Mark => assets[asset].mark

export type MarketRow = {
  /** Wire number: add the next, never change one. */
  readonly number: number
  /** Opening reserves; their ratio is the opening price. */
  readonly demo: { readonly base: string; readonly quoted: string }
}
/** Base first; prices are for one unit of the second coin. */
export const markets = {
  'USDT-WLD': { number: 1, demo: { base: '200000', quoted: '160000' } },
  'USDT-ATMC': { number: 2, demo: { base: '250000', quoted: '1250000' } },
  'WLD-ATMX': { number: 3, demo: { base: '80000', quoted: '5000000' } },
  'USDT-ATMX': { number: 4, demo: { base: '100000', quoted: '5000000' } },
} as const satisfies Partial<Record<`${Coin}-${Coin}`, MarketRow>>

export const assetNumber = (asset: Asset): number => assets[asset].number
export const assetEnd = Math.max(...names.map(assetNumber)) + 1

const byNumber = new Map(names.map((name) => [assetNumber(name), name]))

export function assetOf(number: number): Asset {
  const asset = byNumber.get(number)
  if (!asset) throw new Error(`no asset has the number ${number}`)
  return asset
}
