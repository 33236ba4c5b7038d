/** A wallet one may want to pay again. */
export type KnownReceiver = { readonly id: string; readonly name: string; readonly nickname: string }
type Paid = { readonly receiverId: string; readonly nickname: string }

/** So many are offered beside those with a name of one's own. */
const recentMost = 5

/** Whom to offer: wallets with a name of one's own, by name, and then those paid last, the last first. */
export function knownReceivers(names: Readonly<Record<string, string>>, paid: readonly Paid[]): KnownReceiver[] {
  const nicknames = new Map(paid.map(({ receiverId, nickname }) => [receiverId, nickname]))
  const named = Object.entries(names)
    .map(([id, name]) => ({ id, name, nickname: nicknames.get(id) ?? '' }))
    .sort((one, other) => one.name.localeCompare(other.name))
  const recent = [...nicknames]
    .filter(([id]) => names[id] === undefined)
    .slice(0, recentMost)
    .map(([id, nickname]) => ({ id, name: '', nickname }))
  return [...named, ...recent]
}
