/** Everything the ledger counts, a line each. A coin can leave the house on a chain; a point cannot. */
export const assets = {
  USDT: { number: 1, kind: 'coin' },
  WLD: { number: 2, kind: 'coin' },
  ATMC: { number: 3, kind: 'coin' },
  ATMX: { number: 4, kind: 'coin' },
  /** Retired: balances show, every action answers `funds.atm_closed`. */
  ATM: { number: 5, kind: 'point' },
  POWER: { number: 6, kind: 'point' },
  CREDIT: { number: 7, kind: 'point' },
} as const

export type Asset = keyof typeof assets
export type Coin = 'USDT' | 'WLD' | 'ATMC' | 'ATMX'
export const coins = ['USDT', 'WLD', 'ATMC', 'ATMX'] as const satisfies readonly Coin[]
export const isCoin = (asset: string): asset is Coin => (coins as readonly string[]).includes(asset)

/** The number an asset has in the database. */
export const assetNumber = (asset: Asset): number => assets[asset].number

const byNumber = new Map(Object.entries(assets).map(([name, row]) => [row.number as number, name as Asset]))

/** The asset behind a database number. @throws if there is none. */
export function assetOf(number: number): Asset {
  const asset = byNumber.get(number)
  if (!asset) throw new Error(`no asset has the number ${number}`)
  return asset
}
