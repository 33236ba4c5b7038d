import { lazy, Suspense } from 'react'
import { listAds, otcRules } from '#features/otc/ads/ads.contract.ts'
import { MarketScreen } from '#features/otc/ads/MarketScreen.tsx'

const RegionSheet = lazy(async () => ({
  default: (await import('#features/investing/gates/RegionSheet.tsx')).RegionSheet,
}))
const changes = [otcRules, listAds]

export const OtcMarketScreen = () => (
  <MarketScreen
    askRegion={(open, onClose) =>
      open && (
        <Suspense>
          <RegionSheet open onClose={onClose} off={null} changes={changes} />
        </Suspense>
      )
    }
  />
)
