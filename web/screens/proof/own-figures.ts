import type { Query } from '@tanstack/react-query'
import { walletAssets, walletRecords } from '#features/balances/balances.contract.ts'
import { getMarket } from '#features/market/market.contract.ts'
import { otcRules } from '#features/otc/ads/ads.contract.ts'
import type { OwnRecord } from '#features/proof/checks/moved-since.ts'
import type { ShownCoin } from '#features/proof/checks/own-proof.ts'
import type { ShownFigures } from '#features/proof/figures/shown-figures.ts'
import { transferRules } from '#features/transfers/transfers.contract.ts'
import { withdrawalRules } from '#features/withdrawals/withdrawals.contract.ts'
import { minuteMs } from '#kit/time/clock.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { reads } from '#ui/call/use-call.ts'

type Assets = OutputOf<typeof walletAssets>
const assetsKey = [walletAssets.path, {}] as const

/** Paths of form responses that also contain coin balances. */
const forms: readonly unknown[] = [transferRules.path, withdrawalRules.path, otcRules.path]
type Form = { readonly coin: string; readonly available: string }

const coinsOf = (assets: Assets): ShownCoin[] =>
  assets.items
    .filter(({ kind }) => kind === 'coin')
    .map(({ coin, available, held, inOrders, promised, inMarkets, value }) => ({
      coin,
      available,
      held,
      inOrders,
      promised,
      inMarkets,
      value,
    }))

const kinds = [
  ['available', 'available'],
  ['held', 'held'],
  ['principal', 'inOrders'],
  ['promised', 'promised'],
] as const

const figuresOf = (assets: Assets, when: ShownFigures['when']): ShownFigures => ({
  from: walletAssets.path,
  when,
  coins: coinsOf(assets).flatMap((row) => kinds.map(([kind, field]) => ({ coin: row.coin, kind, amount: row[field] }))),
})

const isShown = (query: Query): boolean => query.getObserversCount() > 0 && query.state.data !== undefined
const isForm = (query: Query): boolean => forms.includes(query.queryKey[0]) && isShown(query)
const formQueries = (): Query[] => reads.getQueryCache().getAll().filter(isForm)

function figuresOfForm({ queryKey, state }: Query): ShownFigures {
  const { coin, available } = state.data as Form
  return { from: String(queryKey[0]), when: 'now', coins: [{ coin, kind: 'available', amount: available }] }
}

const shownRecords = (): OwnRecord[] =>
  reads
    .getQueryCache()
    .getAll()
    .filter((query) => query.queryKey[0] === walletRecords.path && isShown(query))
    .flatMap(({ state }) => (state.data as { readonly pages?: readonly OutputOf<typeof walletRecords>[] }).pages ?? [])
    .flatMap(({ items }) => items)

/** Displayed holdings as text, for change detection. */
export type ShownTexts = { readonly balances: readonly string[]; readonly records: readonly string[] }

export function shownTexts(): ShownTexts {
  const assets = reads.getQueryData<Assets>(assetsKey)
  // Includes market shares and values.
  const own = [
    ...(assets ? [{ coins: coinsOf(assets), total: assets.total }] : []),
    ...formQueries().map(figuresOfForm),
  ]
  return {
    balances: own.map((each) => JSON.stringify(each)),
    records: shownRecords().map((row) => JSON.stringify(row)),
  }
}

/** Calls `listener` when displayed figures may have changed. @returns unsubscribe */
export const onShown = (listener: () => void): (() => void) =>
  reads.getQueryCache().subscribe(({ type, query }) => {
    const [path] = query.queryKey
    if (type !== 'updated' && type !== 'removed' && type !== 'observerAdded') return
    if (path === walletAssets.path || path === walletRecords.path || forms.includes(path)) listener()
  })

/**
 * Refreshes balances in the shared cache, so the checked values are the displayed values. @returns balances with earlier values, form
 * values and displayed records @throws CallFailure
 */
export async function readShown() {
  const before = reads.getQueryData<Assets>(assetsKey)
  const now = await reads.fetchQuery<Assets>({
    queryKey: assetsKey,
    queryFn: ({ signal }) => call(walletAssets, {}, { quiet: true, signal }),
    staleTime: 0,
    retry: false,
  })
  await reads.refetchQueries({ predicate: isForm })
  const market = await reads.fetchQuery<OutputOf<typeof getMarket>>({
    queryKey: [getMarket.path, {}],
    queryFn: ({ signal }) => call(getMarket, {}, { quiet: true, signal }),
    staleTime: minuteMs,
    retry: false,
  })
  return {
    coins: coinsOf(now),
    figures: [...(before ? [figuresOf(before, 'before')] : []), ...formQueries().map(figuresOfForm)],
    rows: shownRecords(),
    prices: new Map(
      market.items.flatMap(({ coin, guidePrice }) => (guidePrice === null ? [] : [[coin, guidePrice] as const])),
    ),
    texts: shownTexts(),
  }
}
