import { useState } from 'react'
import { readAgain, useRead } from '#ui/call/use-call.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { QrCode } from '#ui/picture/QrCode.tsx'
import { Hero } from '#ui/shell/Hero.tsx'
import { Card } from '#ui/shell/List.tsx'
import { hrefOf } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { FactGrid, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AmountText } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { loadInvite } from './team.contract.ts'
import { CountText } from './team-texts.tsx'

const linkOf = (walletId: string): string =>
  `${location.origin}${location.pathname}${hrefOf('/pages/login/create', { inviter: walletId })}`

export function InviteScreen() {
  const t = useText()
  const invite = useRead(loadInvite, {})
  return (
    <Screen title={t('title.invite')} up="/pages/index/index" onRefresh={() => readAgain(loadInvite)}>
      <ReadState read={invite}>
        {(data) => (
          <>
            <Hero sealOf={data.walletId}>
              <h2 className="text-small text-hero-ink-2">{t('invite.id')}</h2>
              <WalletId id={data.walletId} className="text-h1 font-bold" />
              <p className="mt-2 text-small text-hero-ink-2">{t('invite.why')}</p>
            </Hero>
            {data.referral === 'undeclared' && <Note>{t('invite.undeclared')}</Note>}
            {data.referral === 'off' ? (
              <Note>{t('invite.region')}</Note>
            ) : data.activated ? (
              <Give walletId={data.walletId} />
            ) : (
              <>
                <Note>{t('invite.activate')}</Note>
                <ButtonLink to="/pages/back/index">{t('title.backup')}</ButtonLink>
              </>
            )}
            <FactGrid
              facts={[
                { label: t('title.referrals'), value: <CountText count={data.referrals} /> },
                { label: t('invite.activated'), value: <CountText count={data.activatedReferrals} /> },
                { label: t('team.effective'), value: <CountText count={data.effective} /> },
                { label: t('team.members'), value: <CountText count={data.members} /> },
                ...data.income.map(({ coin, amount }) => ({
                  label: t('invite.income', { coin }),
                  value: <AmountText value={amount} coin={coin} own />,
                })),
              ]}
            />
            <ButtonLink to="/pages/my/child" look="quiet" icon="team">
              {t('title.referrals')}
            </ButtonLink>
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function Give({ walletId }: { walletId: string }) {
  const t = useText()
  const link = linkOf(walletId)
  const [busy, setBusy] = useState(false)
  const poster = async () => {
    setBusy(true)
    try {
      const { sharePoster } = await import('./poster.tsx')
      await sharePoster({
        walletId,
        link,
        title: t('app.name'),
        invitation: t('invite.poster'),
        idLabel: t('invite.id'),
      })
    } catch {
      toast(t('invite.poster_failed'), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card className="grid gap-4 p-4">
      <QrCode value={link} label={t('invite.qr')} size={200} />
      <p className="num letters rounded-control bg-inset px-4 py-3 text-center text-small [overflow-wrap:anywhere]">
        {link}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
        <CopyButton value={walletId} label={t('invite.copy_id')} words />
        <CopyButton value={link} label={t('invite.copy_link')} words />
      </div>
      <Button icon="down" busy={busy} onClick={() => void poster()}>
        {t('invite.save')}
      </Button>
    </Card>
  )
}
