import { walletAssets } from '#features/balances/balances.contract.ts'
import { InvestDetail } from '#features/investing/InvestDetail.tsx'
import { useSession } from '#ui/session.ts'
import { useRead } from '#ui/use-call.ts'

export function InvestDetailScreen() {
  const isSignedIn = useSession() !== undefined
  const { data } = useRead(walletAssets, {}, { enabled: isSignedIn })
  const balanceOf = (coin: string) => data?.items.find((item) => item.coin === coin)?.available
  return <InvestDetail balanceOf={balanceOf} />
}
