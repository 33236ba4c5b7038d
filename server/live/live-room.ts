/** How many may listen, of one address and in all. */
export type Room = { readonly addressMax: number; readonly streamsMax: number }

/**
 * Whether one more of an address may listen to this process. Where all places are taken, the oldest of the address with the most gives its
 * own up, so that no one address keeps the others out.
 * @param listeners the oldest first
 * @returns whom it takes the place of, if of anybody; undefined when there is no room
 */
export function roomFor<Listener extends { readonly address: string }>(
  listeners: Iterable<Listener>,
  address: string,
  { addressMax, streamsMax }: Room,
): { readonly insteadOf?: Listener } | undefined {
  const byAddress = Map.groupBy(listeners, (each) => each.address)
  const own = byAddress.get(address)?.length ?? 0
  if (own >= addressMax) return undefined
  const groups = [...byAddress.values()]
  if (groups.reduce((sum, { length }) => sum + length, 0) < streamsMax) return {}
  const largest = groups.reduce((a, b) => (b.length > a.length ? b : a), [])
  const [oldest] = largest
  return oldest && largest.length > own + 1 ? { insteadOf: oldest } : undefined
}
