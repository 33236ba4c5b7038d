import { lazy, Suspense } from 'react'
import { listAds, otcRules } from '#features/otc/ads.contract.ts'
import { MarketScreen } from '#features/otc/MarketScreen.tsx'

const RegionSheet = lazy(async () => ({
  default: (await import('#features/investing/gates/RegionSheet.tsx')).RegionSheet,
}))
const changes = [otcRules, listAds]

/** The market of trades over the counter, and the question where one lives, which is asked once for all features. */
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
