import { lazy, Suspense } from 'react'
import { OrderScreen } from '#features/otc/orders/OrderScreen.tsx'
import { SkeletonRows } from '#ui/show/State.tsx'

const ChatThread = lazy(async () => ({ default: (await import('#features/chat/ChatThread.tsx')).ChatThread }))

export const OtcOrderScreen = () => (
  <OrderScreen
    conversation={(id) => (
      <Suspense fallback={<SkeletonRows />}>
        <ChatThread kind="otc" subject={id} embedded />
      </Suspense>
    )}
  />
)
