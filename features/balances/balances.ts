import { type Asset, assets, assetsInUse } from '#kit/amount/coins.ts'

/** In 10⁻⁸. */
export type Holding = {
  readonly asset: Asset
  readonly available: bigint
  readonly held: bigint
  readonly inOrders: bigint
  /** For the orders' future payments; not owned yet. */
  readonly promised: bigint
  readonly inMarkets: bigint
}

/** Adds zeros for missing assets. Includes the retired ATM only if held. */
export function listHoldings(
  have: readonly Omit<Holding, 'inMarkets'>[],
  inMarkets: ReadonlyMap<Asset, bigint> = new Map(),
): Holding[] {
  const nothing = { available: 0n, held: 0n, inOrders: 0n, promised: 0n }
  const withMarkets = (holding: Omit<Holding, 'inMarkets'>): Holding => ({
    ...holding,
    inMarkets: inMarkets.get(holding.asset) ?? 0n,
  })
  const byAsset = new Map(have.map((holding) => [holding.asset, withMarkets(holding)]))
  const always = assetsInUse.map((asset) => byAsset.get(asset) ?? withMarkets({ asset, ...nothing }))
  const atm = byAsset.get('ATM')
  return atm && sumOf(atm) > 0n ? [...always, atm] : always
}

export const sumOf = ({ available, held, inOrders, inMarkets }: Omit<Holding, 'promised'>): bigint =>
  available + held + inOrders + inMarkets

export const isPoint = (asset: Asset): boolean => assets[asset].kind === 'point'

export function counterpartOf(other: { readonly owner: string; readonly purpose: string; readonly own: boolean }): {
  kind: 'own' | 'wallet' | 'order' | 'pool' | 'market' | 'house' | 'network' | 'issued'
  id: string
  account?: 'principal' | 'promised'
} {
  const [kind = '', id = ''] = other.owner.split(':')
  if (kind === 'order') {
    const { purpose, own } = other
    return { kind, id, ...(own && (purpose === 'principal' || purpose === 'promised') ? { account: purpose } : {}) }
  }
  if (other.own) return { kind: 'own', id: other.purpose }
  if (kind === 'wallet' || kind === 'pool' || kind === 'market') return { kind, id }
  if (kind === 'outside') return { kind: 'network', id }
  if (kind === 'issued') return { kind, id: '' }
  const [purpose = '', network] = other.purpose.split(':')
  return network ? { kind: 'network', id: network } : { kind: 'house', id: purpose }
}
