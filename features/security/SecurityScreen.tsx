import { lazy, Suspense, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { call } from '#ui/call/call.ts'
import { reads, useAct } from '#ui/call/use-call.ts'
import { StorageNote } from '#ui/device/StorageNote.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { signOut } from '#ui/session/sign-out.ts'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { Card, List, Row, RowIcon } from '#ui/shell/List.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Chip, Heading, Note } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState, SkeletonRows } from '#ui/show/State.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { clockOf, useCountdown } from '#ui/show/use-countdown.ts'
import { Num } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { DeviceLock } from './DeviceLock.tsx'
import { deviceName } from './passkeys/device-name.ts'
import { endOwnSession, freezeWallet, loadSecurity, unfreezeWallet } from './security.contract.ts'
import { useBindings } from './use-bindings.tsx'

type Security = OutputOf<typeof loadSecurity>

const PasskeysScreen = lazy(async () => ({ default: (await import('./passkeys/PasskeysScreen.tsx')).PasskeysScreen }))

export function SecurityScreen() {
  const t = useText()
  if (useQueryOfScreen().view !== 'passkeys') return <SecurityCentre />
  const frame = (
    <Screen title={t('security.passkeys')} up="/pages/my/security">
      <SkeletonRows />
    </Screen>
  )
  return (
    <Suspense fallback={frame}>
      <PasskeysScreen />
    </Suspense>
  )
}

function SecurityCentre() {
  const t = useText()
  const { read } = useBindings()
  return (
    <Screen title={t('title.security')} up="/pages/my/settings" onRefresh={read.refetch}>
      <ReadState read={read}>
        {(security) => (
          <>
            <Stops security={security} />
            <Locks security={security} />
            <DeviceLock />
            <StorageNote backedUp={security.backedUp} />
            <Freeze frozenAt={security.frozenAt} googleBound={security.googleBound} />
            <Sessions sessions={security.sessions} />
            <Logins logins={security.logins} />
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function Stops({ security }: { security: Security }) {
  const t = useText()
  const { banned, warning, withdrawalBan, withdrawalsHeldUntil, holdReason } = security
  return (
    <>
      {banned && (
        <Stop
          tone="neg"
          title={banned.until ? t('security.banned_until', { until: showMoment(banned.until) }) : t('security.banned')}
        >
          <bdi>{banned.reason}</bdi> {t('security.banned_note')}
        </Stop>
      )}
      {warning && (
        <Stop tone="warn" title={t('security.warning')}>
          {warning.reason}
        </Stop>
      )}
      {withdrawalBan && (
        <Stop
          tone="neg"
          title={
            withdrawalBan.until
              ? t('security.withdrawal_ban_until', { until: showMoment(withdrawalBan.until) })
              : t('security.withdrawal_ban')
          }
        >
          {withdrawalBan.reason}
        </Stop>
      )}
      {withdrawalsHeldUntil && (
        <Stop tone="warn" title={t('security.held_until', { until: showMoment(withdrawalsHeldUntil) })}>
          {holdReason && t(`security.held_${holdReason}`)} <Left until={withdrawalsHeldUntil} now={security.now} />
        </Stop>
      )}
    </>
  )
}

/** Counts down from the server's `now`. */
function Left({ until, now }: { readonly until: string; readonly now: string }) {
  const t = useText()
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - Date.parse(now)) / 1000))
  return <span>{t('security.held_left', { left: clockOf(useCountdown(seconds, now)) })}</span>
}

/** `neg` means an operator's ban; support handles appeals. */
type StopProps = { readonly tone: 'neg' | 'warn'; readonly title: string; readonly children: React.ReactNode }
const Stop = ({ tone, title, children }: StopProps) => (
  <Note tone={tone}>
    <p className="font-semi">{title}</p>
    <p>{children}</p>
    {tone === 'neg' && <SupportLink />}
  </Note>
)

function Locks({ security }: { security: Security }) {
  const t = useText()
  const { passwordSet, googleBound, mail, backedUp } = security
  const state = (on: boolean, yes: string, no: string) => <Chip tone={on ? 'accent' : 'warn'}>{on ? yes : no}</Chip>
  return (
    <List label={t('security.locks')}>
      <Row
        mark={<RowIcon>{<Icon name="lock" size={22} />}</RowIcon>}
        title={t('password.wallet')}
        note={t('security.password_note')}
        end={state(passwordSet, t('security.set'), t('security.not_set'))}
        to="/pages/my/password"
      />
      <Row
        mark={<RowIcon>{<Icon name="shield" size={22} />}</RowIcon>}
        title={t('title.google')}
        note={t('security.google_note')}
        end={state(googleBound, t('security.bound'), t('security.unbound'))}
        to="/pages/my/google"
      />
      <Row
        mark={<RowIcon>{<Icon name="key" size={22} />}</RowIcon>}
        title={t('security.passkeys')}
        note={t('security.passkeys_note')}
        to="/pages/my/security"
        query={{ view: 'passkeys' }}
      />
      <Row
        mark={<RowIcon>{<Icon name="send" size={22} />}</RowIcon>}
        title={t('title.bind')}
        note={mail ? <bdi>{mail.address}</bdi> : t('security.mail_note')}
        end={state(mail !== null, t('security.bound'), t('security.unbound'))}
        to="/pages/my/bind"
      />
      <Row
        mark={<RowIcon>{<Icon name="key" size={22} />}</RowIcon>}
        title={t('security.mnemonic')}
        note={t('security.mnemonic_note')}
        end={state(backedUp, t('security.backed_up'), t('security.not_backed_up'))}
        to="/pages/back/index"
      />
    </List>
  )
}

type FreezeProps = { readonly frozenAt: string | null; readonly googleBound: boolean }
/** Freezing requires only the session. Unfreezing requires the password and the Google code. */
function Freeze({ frozenAt, googleBound }: FreezeProps) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const { act } = useAct(freezeWallet, { changes: [loadSecurity] })
  const frozen = frozenAt !== null
  const close = () => setAsking(false)
  const freeze = async () => {
    if (!(await act({ frozen: true }))) return false
    close()
    return true
  }
  const unfreeze = async ({ code }: { readonly code: string }) => {
    await call(unfreezeWallet, { code }, { quiet: true })
    void reads.invalidateQueries()
    close()
    return undefined
  }
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex items-start gap-3">
        <RowIcon tone={frozen ? 'neg' : 'plain'}>
          <Icon name="warn" size={22} />
        </RowIcon>
        <div className="min-w-0 flex-1">
          <h2 className="font-semi leading-snug">{t(frozen ? 'security.frozen' : 'security.freeze_title')}</h2>
          <p className="text-small text-ink-3">
            {frozenAt ? t('security.frozen_since', { since: showMoment(frozenAt) }) : t('security.freeze_note')}
          </p>
        </div>
      </div>
      <Button look={frozen ? 'quiet' : 'danger'} onClick={() => setAsking(true)}>
        {t(frozen ? 'security.unfreeze' : 'security.freeze')}
      </Button>
      <ConfirmSheet
        open={asking && !frozen}
        title={t('security.freeze_ask')}
        action={t('security.freeze')}
        danger
        onConfirm={freeze}
        onClose={close}
      >
        <p>{t('security.freeze_why')}</p>
      </ConfirmSheet>
      <PasswordSheet
        open={asking && frozen}
        plain
        googleCode={googleBound}
        title={t('security.unfreeze_ask')}
        onConfirm={unfreeze}
        onClose={close}
      >
        <p>{t('security.unfreeze_why')}</p>
      </PasswordSheet>
    </Card>
  )
}

const Whence = ({ ip, at }: { ip: string; at: string }) => (
  <>
    <Num>{ip}</Num> · {showMoment(at)}
  </>
)

function Sessions({ sessions }: { sessions: Security['sessions'] }) {
  const t = useText()
  const [ending, setEnding] = useState<Security['sessions'][number] | undefined>()
  const { act } = useAct(endOwnSession, { changes: [loadSecurity] })
  const end = async () => {
    if (!ending) return
    if (ending.current) {
      await signOut()
      go('/pages/login/index', undefined, { replace: true })
    } else await act({ id: ending.id })
    setEnding(undefined)
  }
  return (
    <>
      <Heading>{t('security.sessions')}</Heading>
      <List label={t('security.sessions')}>
        {sessions.map((session) => {
          const { id, userAgent, ip, createdAt, current, endReason } = session
          return (
            <Row
              key={id}
              title={deviceName(userAgent) || t('security.unknown_device')}
              note={<Whence ip={ip} at={createdAt} />}
              end={
                <Chip tone={current ? 'accent' : 'plain'}>
                  {current ? t('security.this_device') : t(endReason ? `security.ended_${endReason}` : 'security.open')}
                </Chip>
              }
              foot={
                endReason === null && (
                  <span>
                    <Button look="quiet" compact onClick={() => setEnding(session)}>
                      {t('security.end_session')}
                    </Button>
                  </span>
                )
              }
            />
          )
        })}
      </List>
      <ConfirmSheet
        open={ending !== undefined}
        title={t('security.end_session_ask')}
        action={t('security.end_session')}
        danger
        onConfirm={end}
        onClose={() => setEnding(undefined)}
      >
        <p>{t('security.end_session_why')}</p>
      </ConfirmSheet>
    </>
  )
}

function Logins({ logins }: { logins: Security['logins'] }) {
  const t = useText()
  if (logins.length === 0) return <EmptyState>{t('security.no_logins')}</EmptyState>
  return (
    <>
      <Heading>{t('security.logins')}</Heading>
      <List label={t('security.logins')}>
        {logins.map(({ at, kind, ok, userAgent, ip, knownDevice, times }) => (
          <Row
            key={`${at} ${kind} ${ok} ${userAgent}`}
            title={`${t(`security.by_${kind}`)} · ${deviceName(userAgent) || t('security.unknown_device')}`}
            note={<Whence ip={ip} at={at} />}
            end={
              !ok ? (
                <Chip tone="neg">
                  {times > 1 ? t('security.failed_times', { times: `${times}` }) : t('security.failed')}
                </Chip>
              ) : knownDevice ? undefined : (
                <Chip tone="warn">{t('security.new_device')}</Chip>
              )
            }
          />
        ))}
      </List>
    </>
  )
}
