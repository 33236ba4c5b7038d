/** Characters per end group, and per middle group. */
export const ends = 6
const middle = 5

/** Splits into end groups of six and middle groups of five. @param length expected total, for stable groups while typing */
export function addressGroups(address: string, length: number = address.length): readonly string[] {
  if (length <= 2 * ends) return address ? [address] : []
  const cuts = [0]
  for (let at = ends; at < length - ends; at += middle) cuts.push(at)
  cuts.push(length - ends)
  return cuts
    .map((cut, place) => (place === cuts.length - 1 ? address.slice(cut) : address.slice(cut, cuts[place + 1])))
    .filter((group) => group !== '')
}
