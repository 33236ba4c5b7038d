import { Button } from '#ui/form/Button.tsx'
import { useSession } from '#ui/session/session.ts'
import { hrefOf } from '#ui/shell/navigation.ts'
import { toast } from '#ui/show/toasts.ts'
import { useText } from '#ui/text/texts.ts'

type InviteReceiverProps = {
  /** Whether the link may name this wallet as the inviter. */
  readonly mayInvite: boolean
}

export function InviteReceiver({ mayInvite }: InviteReceiverProps) {
  const t = useText()
  const walletId = useSession()?.walletId
  const query = mayInvite && walletId ? { inviter: walletId } : undefined
  const link = `${location.origin}${location.pathname}${hrefOf('/pages/login/create', query)}`
  const text = t('transfer.invite_text', { app: t('app.name'), link })
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast(t('copy.done'), 'good'),
      () => toast(t('copy.failed'), 'bad'),
    )
  // A canceled share is not an error.
  const share = () => navigator.share({ title: t('app.name'), text }).catch(() => undefined)
  return (
    <Button look="quiet" icon="send" onClick={() => void (typeof navigator.share === 'function' ? share() : copy())}>
      {t('transfer.invite')}
    </Button>
  )
}
