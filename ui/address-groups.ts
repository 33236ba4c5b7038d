/** Characters at both ends that people compare, and in each group between them. */
const ends = 6
const middle = 5

/** Cuts an address or hash into the groups it is compared by: six, then fives, then six. The groups joined are the text again. */
export function addressGroups(address: string): readonly string[] {
  if (address.length <= 2 * ends) return address ? [address] : []
  const between = address.slice(ends, -ends).match(new RegExp(`.{1,${middle}}`, 'g')) ?? []
  return [address.slice(0, ends), ...between, address.slice(-ends)]
}
