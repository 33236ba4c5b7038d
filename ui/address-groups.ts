/** Characters at both ends that people compare, and in each group between them. */
export const ends = 6
const middle = 5

/**
 * Cuts an address or hash into the groups it is compared by: six, then fives, then six. The groups joined are the text again.
 * @param length of the whole, where the text is still being typed, so that what stands there does not regroup with every key.
 */
export function addressGroups(address: string, length: number = address.length): readonly string[] {
  if (length <= 2 * ends) return address ? [address] : []
  const cuts = [0]
  for (let at = ends; at < length - ends; at += middle) cuts.push(at)
  cuts.push(length - ends)
  return cuts
    .map((cut, place) => (place === cuts.length - 1 ? address.slice(cut) : address.slice(cut, cuts[place + 1])))
    .filter((group) => group !== '')
}
