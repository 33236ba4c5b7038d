import fc from 'fast-check'
import { type SponsorTree, treeOf } from '#identity/team/sponsor-tree.ts'

/** Wallets numbered 1, 2 …, each with its sponsor's number, or 0. */
export const treeOfSponsors = (sponsors: readonly number[]): SponsorTree =>
  treeOf(
    Int32Array.from(sponsors, (_, place) => place + 1),
    Int32Array.from(sponsors),
  )

export const sponsorsOf = (sizeMax: number): fc.Arbitrary<number[]> =>
  fc
    .tuple(fc.integer({ min: 1, max: sizeMax }), fc.integer({ min: 1, max: 12 }), fc.noShrink(fc.integer()))
    .map(([size, reach, seed]) => {
      let state = seed | 1
      const draw = (below: number) => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
        return Math.floor((state / 0x80000000) * below)
      }
      return Array.from({ length: size }, (_, place) => {
        if (place === 0 || draw(20) === 0) return 0
        return reach === 12 ? 1 + draw(place) : Math.max(1, place - draw(reach))
      })
    })

export const chainOf = (size: number): number[] => Array.from({ length: size }, (_, place) => place)
