import { Suspense } from 'react'
import { SettingsScreen } from '#features/profile/SettingsScreen.tsx'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'

const ChatBadge = lazyExtra(async () => (await import('#features/chat/ChatBadge.tsx')).ChatBadge)

export const MyScreen = () => (
  <SettingsScreen
    unread={
      <Suspense fallback={null}>
        <ChatBadge />
      </Suspense>
    }
  />
)
