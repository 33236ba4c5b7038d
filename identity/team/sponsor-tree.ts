import { type Amounts, add, amountsOf } from '#kit/amount/many-amounts.ts'

/** Sorted by serial, so a sponsor precedes its referrals. */
export type SponsorTree = {
  readonly size: number
  readonly serials: Int32Array
  readonly parent: Int32Array
  placeOf(serial: number): number
}

/** `serials` must ascend. Sponsor 0 means none. @throws if a sponsor does not precede its referral. */
export function treeOf(serials: Int32Array, sponsors: Int32Array): SponsorTree {
  const size = serials.length
  const places = new Int32Array((serials[size - 1] ?? 0) + 1).fill(-1)
  const parent = new Int32Array(size)
  for (let place = 0; place < size; place += 1) {
    const sponsor = sponsors[place] as number
    const above = sponsor === 0 ? -1 : (places[sponsor] ?? -1)
    if (sponsor !== 0 && above < 0) throw new Error(`wallet ${serials[place]} stands before its sponsor ${sponsor}`)
    parent[place] = above
    places[serials[place] as number] = place
  }
  return { size, serials, parent, placeOf: (serial) => places[serial] ?? -1 }
}

/** For each wallet, the sum of all its descendants. One backward pass suffices, since descendants come later. */
export function sumsBelow({ size, parent }: SponsorTree, own: Amounts): Amounts {
  const below = amountsOf(size)
  for (let place = size - 1; place >= 0; place -= 1) {
    const above = parent[place] as number
    if (above < 0) continue
    const whole = (below.whole[place] as number) + (own.whole[place] as number)
    const rest = (below.rest[place] as number) + (own.rest[place] as number)
    if (whole !== 0 || rest !== 0) add(below, above, whole, rest)
  }
  return below
}
