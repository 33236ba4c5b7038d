import { type Amounts, add, amountsOf } from '#kit/many-amounts.ts'

/** The sponsor tree by place: wallets in order of their serial, so a sponsor always stands before those it invited. */
export type SponsorTree = {
  readonly size: number
  readonly serials: Int32Array
  /** Place of the sponsor; -1 where there is none. */
  readonly parent: Int32Array
  /** Place of a serial; -1 where no wallet has it. */
  placeOf(serial: number): number
}

/**
 * The tree of wallets listed by ascending serial. A serial of 0 stands for no sponsor.
 * @throws when a sponsor does not stand before the wallet it invited.
 */
export function treeOf(serials: Int32Array, sponsors: Int32Array): SponsorTree {
  const size = serials.length
  const places = new Int32Array((serials[size - 1] ?? 0) + 1).fill(-1)
  const parent = new Int32Array(size)
  for (let place = 0; place < size; place += 1) {
    const sponsor = sponsors[place] ?? 0
    const above = sponsor === 0 ? -1 : (places[sponsor] ?? -1)
    if (sponsor !== 0 && above < 0) throw new Error(`wallet ${serials[place]} stands before its sponsor ${sponsor}`)
    parent[place] = above
    places[serials[place] ?? 0] = place
  }
  return { size, serials, parent, placeOf: (serial) => places[serial] ?? -1 }
}

/**
 * What everybody below each wallet has together, itself left out: one pass from the last wallet to the first, whatever the shape of the
 * tree, since who is below always comes before.
 */
export function sumsBelow({ size, parent }: SponsorTree, own: Amounts): Amounts {
  const below = amountsOf(size)
  for (let place = size - 1; place >= 0; place -= 1) {
    const above = parent[place] ?? -1
    if (above < 0) continue
    const whole = (below.whole[place] ?? 0) + (own.whole[place] ?? 0)
    const rest = (below.rest[place] ?? 0) + (own.rest[place] ?? 0)
    if (whole !== 0 || rest !== 0) add(below, above, whole, rest)
  }
  return below
}
