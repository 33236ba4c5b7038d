import { walletAssets } from '#features/balances/balances.contract.ts'
import { beginInvestDetail, InvestDetail } from '#features/investing/InvestDetail.tsx'
import { readSoon, useRead } from '#ui/call/use-call.ts'
import { currentSession, useSession } from '#ui/session/session.ts'
import { currentLocation } from '#ui/shell/navigation.ts'

InvestDetailScreen.begin = () => {
  beginInvestDetail(currentLocation().query)
  if (currentSession()) readSoon(walletAssets, {})
}

export function InvestDetailScreen() {
  const isSignedIn = useSession() !== undefined
  const { data } = useRead(walletAssets, {}, { enabled: isSignedIn })
  const balanceOf = (coin: string) => data?.items.find((item) => item.coin === coin)?.available
  return <InvestDetail balanceOf={balanceOf} />
}
