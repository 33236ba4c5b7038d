import { maskWalletId } from '#identity/wallet-link.ts'
import type { WalletId as Id } from '#kit/text/ids.ts'
import { Seal } from '#ui/picture/Seal.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'

/** If the link is broken, shows only a note. */
export function InvitedBy({ inviter }: { readonly inviter: Id | 'broken' }) {
  const t = useText()
  if (inviter === 'broken')
    return (
      <div role="alert">
        <Note>{t('link.invite_broken')}</Note>
      </div>
    )
  return (
    <Card className="flex items-center gap-3 p-4">
      <Seal id={inviter} size={56} />
      <div className="min-w-0">
        <h2 className="text-lead leading-tight font-semi">{t('link.invites', { who: maskWalletId(inviter) })}</h2>
        <p className="text-small text-ink-2">{t('home.what')}</p>
        <p className="text-small text-ink-2">{t('link.invites_why')}</p>
        <Link
          to="/pages/index/index"
          className="-mb-3 inline-grid min-h-11 place-items-center text-small font-semi text-accent-ink"
        >
          {t('start.look')}
        </Link>
      </div>
    </Card>
  )
}
