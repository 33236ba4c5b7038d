import { parseUnits } from '#kit/amount/amount.ts'
import { type ChainId, chainIds, chains } from '#kit/chain/chains.ts'
import { toBaseUnits } from '../../evm/erc20.ts'

/** Separate accounts and caps, so that none exhausts another's. */
export type GasUse = 'payments' | 'sweeps' | 'roots'
/** Gas is in wei or sun; piece caps count signatures. */
export type CountedCap = `${GasUse}.${ChainId}` | PieceCap
const pieceCaps = ['delegations', 'tronMoves', 'reserveBlocks', 'certificates'] as const
export type PieceCap = (typeof pieceCaps)[number]

export type CountedCaps = Readonly<Record<CountedCap, bigint>>
/** Worst-case costs, as plain JSON for the journal. */
export type Costs = Readonly<Partial<Record<CountedCap, string>>>

/** Assumed: gas of about 800 payments, 400 sweeps and a day of raised fees at 20 gwei; on TRON about 2,500 payments. */
const gasDefaults: Readonly<Record<GasUse, Readonly<Record<ChainId, string>>>> = {
  payments: { eth: '5', bsc: '5', tron: '50000' },
  sweeps: { eth: '5', bsc: '5', tron: '0' },
  roots: { eth: '1', bsc: '1', tron: '0' },
}
const pieceDefaults: Readonly<Record<PieceCap, number>> = {
  delegations: 10_000,
  tronMoves: 2000,
  reserveBlocks: 2000,
  certificates: 100_000,
}

/** Optional: `{"dayCaps": {"payments": {"eth": "5"}, "delegations": 10000}}`. */
export type CapsFile = { readonly [Use in GasUse]?: Readonly<Partial<Record<ChainId, string>>> } & {
  readonly [Piece in PieceCap]?: number
}

export const firstCaps: CapsFile = { ...gasDefaults, ...pieceDefaults }

const nativeDecimals = (chain: ChainId): number => (chains[chain].form === 'tron' ? 6 : 18)

/** @throws naming the invalid entry. Defaults to `firstCaps`. */
export function readCountedCaps(given: CapsFile = {}): CountedCaps {
  const known: readonly string[] = [...Object.keys(gasDefaults), ...pieceCaps]
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`the signer's rules name a cap that it does not know: "${unknown}"`)
  const gas = (Object.keys(gasDefaults) as GasUse[]).flatMap((use) =>
    chainIds.map((chain) => {
      const decimals = nativeDecimals(chain)
      const units = parseUnits(`${given[use]?.[chain] ?? gasDefaults[use][chain]}`, Math.min(decimals, 8))
      if (units === undefined)
        throw new Error(`the signer's rules do not say what gas may cost: {"dayCaps": {"${use}": {"${chain}": "5"}}}`)
      return [`${use}.${chain}`, toBaseUnits(units, decimals)] as const
    }),
  )
  const pieces = pieceCaps.map((name) => {
    const most = given[name] ?? pieceDefaults[name]
    if (!Number.isSafeInteger(most) || most < 0)
      throw new Error(`the signer's rules do not say how many it signs: {"dayCaps": {"${name}": 1000}}`)
    return [name, BigInt(most)] as const
  })
  return Object.fromEntries([...gas, ...pieces]) as CountedCaps
}
