export type Room = { readonly addressMax: number; readonly streamsMax: number }

/**
 * When full, the address with the most listeners loses its oldest, so no address blocks others. @param listeners oldest first @returns the
 * listener to replace, if any; undefined if there is no room
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
