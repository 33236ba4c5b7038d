export type KnownReceiver = { readonly id: string; readonly name: string; readonly nickname: string }
type Paid = { readonly receiverId: string; readonly nickname: string }

/** Maximum number of recent wallets in addition to named ones. */
const recentMost = 5

/** Named wallets by name, then recently paid ones, latest first. */
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
