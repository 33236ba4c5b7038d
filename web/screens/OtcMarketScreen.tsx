import { lazy, Suspense } from 'react'
import { listAds, otcRules } from '#features/otc/ads/ads.contract.ts'
import { MarketScreen } from '#features/otc/ads/MarketScreen.tsx'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { HomeUnderWay } from './home/HomeUnderWay.tsx'

const RegionSheet = lazy(async () => ({
  default: (await import('#features/investing/gates/RegionSheet.tsx')).RegionSheet,
}))
const changes = [otcRules, listAds]

/** A buyer may have paid. */
function OwnTrades() {
  const info = useRead(loadWalletInfo, { view: 'home' })
  return info.data?.home ? <HomeUnderWay view={{ trades: info.data.home.trades }} /> : null
}

export const OtcMarketScreen = () => (
  <MarketScreen
    trades={<OwnTrades />}
    askRegion={(open, onClose) =>
      open && (
        <Suspense>
          <RegionSheet open onClose={onClose} off={null} changes={changes} />
        </Suspense>
      )
    }
  />
)
