import { walletAssets } from '#features/balances/balances.contract.ts'
import { ExchangeForm } from '#features/exchange/ExchangeForm.tsx'
import { TradeList, TradeReceipt } from '#features/exchange/TradeList.tsx'
import { useQueryOfScreen } from '#ui/screen-query.ts'
import { useSession } from '#ui/session.ts'
import { useRead } from '#ui/use-call.ts'

/** Three things at one address of the spec: a new exchange, one that was made (`id`), and all of them (`view=list`). */
export function ExchangeScreen() {
  const { id, view } = useQueryOfScreen()
  const isSignedIn = useSession() !== undefined
  const { data, refetch } = useRead(walletAssets, {}, { enabled: isSignedIn })
  if (id !== undefined) return <TradeReceipt key={id} id={id} />
  if (view === 'list') return <TradeList />
  const items = isSignedIn ? data?.items : undefined
  const balanceOf = (coin: string) => items?.find((item) => item.coin === coin)?.available
  return <ExchangeForm balanceOf={balanceOf} onRefresh={refetch} />
}
