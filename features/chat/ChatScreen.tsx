import { useSession } from '#ui/session/session.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { useText } from '#ui/text/texts.ts'
import { ChatThread } from './ChatThread.tsx'
import { GuestSupport } from './GuestSupport.tsx'

/** After an error, its number is prefilled. */
export function ChatScreen() {
  const t = useText()
  const { reference = '' } = useQueryOfScreen()
  const isSignedIn = useSession() !== undefined
  const isNumber = /^[\w-]{1,40}$/.test(reference)
  return (
    <Screen title={t('title.chat')} up="/pages/index/index">
      {isSignedIn ? (
        <ChatThread kind="support" draft={isNumber ? `${t('chat.reference', { reference })}\n` : ''} />
      ) : (
        <GuestSupport />
      )}
    </Screen>
  )
}
