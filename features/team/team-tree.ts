/** The sponsor tree by place: wallets in order of their serial, so a sponsor always stands before those it invited. */
export type TeamTree = {
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
export function treeOf(serials: Int32Array, sponsors: Int32Array): TeamTree {
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
