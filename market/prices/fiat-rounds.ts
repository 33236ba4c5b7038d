import { type Fiat, showFiatPrice } from '#kit/amount/fiats.ts'

type Standing = { readonly fiat: Fiat; readonly price: bigint; readonly at: Date; readonly feeds: readonly string[] }
type Round = { readonly at: string; readonly from: string[]; readonly prices: Partial<Record<Fiat, string>> }

/** Groups rates by time and sources, to keep the answer small. */
export function fiatRounds(standings: readonly Standing[]): Round[] {
  const rounds = new Map<string, Round>()
  for (const { fiat, price, at, feeds } of standings) {
    const name = `${at.toISOString()} ${feeds.join()}`
    const round = rounds.get(name) ?? { at: at.toISOString(), from: [...feeds], prices: {} }
    rounds.set(name, { ...round, prices: { ...round.prices, [fiat]: showFiatPrice(price) } })
  }
  return [...rounds.values()]
}
