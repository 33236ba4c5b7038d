import { type Asset, assets } from '#kit/amount/coins.ts'
import { movements } from '../posting/movements.ts'

export const assetNames = Object.keys(assets) as Asset[]

const codesOf = new Map<Asset, ReadonlySet<number>>(
  assetNames.map((asset) => [
    asset,
    new Set(
      movements.flatMap(({ assets: moved, code }) => (code !== undefined && moved.includes(asset) ? [code] : [])),
    ),
  ]),
)

export const pairsOf = (of: readonly Asset[], codes: readonly number[] | undefined): (readonly [Asset, number])[] =>
  of.flatMap((asset) =>
    [...(codesOf.get(asset) ?? [])]
      .filter((code) => codes === undefined || codes.includes(code))
      .map((code) => [asset, code] as const),
  )
