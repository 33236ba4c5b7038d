import { useEffect, useState } from 'react'
import { isEnded, pollMs, type ShownWithdrawal, type StepAt, stepsOf } from '#custody/payments/waits/steps.ts'
import { chains, networkName } from '#kit/chain/chains.ts'
import { reads, useAct, useRead } from '#ui/call/use-call.ts'
import { Button } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Facts, Note } from '#ui/show/Facts.tsx'
import { Progress } from '#ui/show/Progress.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AddressText } from '#ui/text/AddressText.tsx'
import { AmountText, CodeText, Num } from '#ui/text/AmountText.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { showAmount, showCount, showMoment } from '#ui/text/format.ts'
import { ExplorerLink } from '#ui/text/TransactionHash.tsx'
import { useText } from '#ui/text/texts.ts'
import { TimeLeft } from './UsualTime.tsx'
import { WaitNotes } from './WaitNotes.tsx'
import { stateTones } from './WithdrawalList.tsx'
import { cancelWithdrawal, withdrawals } from './withdrawals.contract.ts'

const pollOf = (state: ShownWithdrawal['state']): number => (isEnded(state) ? 0 : pollMs([state]))

export function WithdrawalStatus({ id }: { id: string }) {
  const t = useText()
  const read = useRead(
    withdrawals,
    { id },
    { everyMs: (data) => pollOf(data?.items[0]?.state ?? 'sending'), told: true },
  )
  const withdrawal = read.data?.items[0]
  const state = withdrawal?.state
  useEffect(() => {
    // Ended withdrawals change the balance and records.
    if (state && isEnded(state))
      void reads.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== withdrawals.path })
  }, [state])
  return (
    <Screen title={t('withdraw.one')} up="/pages/wallet/index" onRefresh={read.refetch}>
      <ReadState read={read}>
        {() => (withdrawal ? <Status withdrawal={withdrawal} /> : <EmptyState>{t('withdraw.missing')}</EmptyState>)}
      </ReadState>
    </Screen>
  )
}

function Status({ withdrawal }: { withdrawal: ShownWithdrawal }) {
  const t = useText()
  const { chain, coin, amount, received, state, refusal, waits, cancellable } = withdrawal
  const hasReturned = state === 'cancelled' || state === 'failed'
  return (
    <>
      <Card className="grid justify-items-center gap-1 px-4 py-6 text-center">
        <h2 className="text-small text-ink-3">{t(hasReturned ? 'withdraw.amount' : 'withdraw.receive')}</h2>
        <p className="text-h1 font-bold">
          <AmountText value={hasReturned ? amount : received} coin={coin} exact own />
        </p>
        <p role="status">
          <Chip tone={refusal ? 'neg' : stateTones[state]}>
            {t(refusal ? 'withdraw.state.refused' : `withdraw.state.${state}`)}
          </Chip>
        </p>
      </Card>
      <WaitNotes waits={waits} network={chains[chain].name} />
      {state === 'cancelled' && !refusal && <Note tone="plain">{t('withdraw.cancelled_note')}</Note>}
      {refusal && (
        <Note tone="neg">
          <p>{t('withdraw.refused_note')}</p>
          <p className="mt-1">
            {t('withdraw.reason')} <bdi>{refusal}</bdi>
          </p>
        </Note>
      )}
      {state === 'failed' && <Note tone="neg">{t('withdraw.failed_note')}</Note>}
      <Way withdrawal={withdrawal} />
      <Details withdrawal={withdrawal} />
      {cancellable && <Cancel withdrawal={withdrawal} />}
    </>
  )
}

function Way({ withdrawal }: { withdrawal: ShownWithdrawal }) {
  const t = useText()
  const steps = stepsOf(withdrawal.state)
  if (steps.length === 0) return null
  return (
    <Card className="p-4">
      <ol aria-label={t('withdraw.steps')}>
        {steps.map((step, place) => (
          <WayStep key={step.step} step={step} isLast={place === steps.length - 1} withdrawal={withdrawal} />
        ))}
      </ol>
    </Card>
  )
}

const dots = {
  past: 'bg-accent text-on-accent',
  now: 'bg-accent-soft text-accent-ink border-2 border-accent',
  next: 'bg-inset text-ink-3',
}

function WayStep({
  step: { step, at },
  isLast,
  withdrawal,
}: {
  step: StepAt
  isLast: boolean
  withdrawal: ShownWithdrawal
}) {
  const t = useText()
  const { confirmations, confirmationsNeeded, secondsLeft, late } = withdrawal
  const showsDepth = step === 'confirming' && at === 'now'
  const depth = t('withdraw.confirming', { done: showCount(confirmations), needed: showCount(confirmationsNeeded) })
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0" aria-current={at === 'now' ? 'step' : undefined}>
      {!isLast && (
        <span className={`absolute start-[13px] top-7 bottom-0 w-0.5 ${at === 'past' ? 'bg-accent' : 'bg-line'}`} />
      )}
      <span className={`grid size-7 flex-none place-items-center rounded-pill ${dots[at]}`}>
        {at === 'past' ? (
          <Icon name="check" size={16} />
        ) : (
          <span className={`size-2 rounded-pill bg-current ${at === 'now' ? 'animate-pulse' : ''}`} />
        )}
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className={at === 'next' ? 'text-ink-3' : 'font-semi'}>
          {t(at === 'now' && step !== 'held' ? `withdraw.state.${step}` : `withdraw.step.${step}`)}
        </p>
        {showsDepth && (
          <>
            <p className="text-small text-ink-2">{depth}</p>
            <div className="mt-1.5">
              <Progress
                label={t('withdraw.step.confirming')}
                done={confirmations}
                needed={confirmationsNeeded}
                text={depth}
              />
            </div>
          </>
        )}
        {at === 'now' && <TimeLeft secondsLeft={secondsLeft} late={late} />}
      </div>
    </li>
  )
}

function Details({ withdrawal }: { withdrawal: ShownWithdrawal }) {
  const t = useText()
  const { id, chain, coin, amount, fee, address, remark, hash, explorerUrl, requestedAt, endedAt } = withdrawal
  return (
    <Card className="grid gap-3 p-4">
      <Facts
        facts={[
          { label: t('withdraw.amount'), value: <AmountText value={amount} coin={coin} exact own /> },
          { label: t('withdraw.fee'), value: <AmountText value={fee} coin={coin} exact own /> },
          { label: t('withdraw.network'), value: networkName(chain) },
          { label: t('withdraw.requested'), value: showMoment(requestedAt) },
          ...(endedAt ? [{ label: t('withdraw.ended'), value: showMoment(endedAt) }] : []),
          { label: t('withdraw.number'), value: <Num>{id}</Num> },
        ]}
      />
      <div className="grid gap-1">
        <div className="flex items-center justify-between gap-3">
          <h3 className="text-small text-ink-3">{remark || t('withdraw.address')}</h3>
          <CopyButton value={address} label={t('withdraw.copy_address')} />
        </div>
        <AddressText value={address} />
      </div>
      {hash && (
        <div className="grid gap-1 border-t border-line pt-1">
          <div className="flex items-center gap-1">
            <h3 className="flex-1 text-small text-ink-3">{t('withdraw.hash')}</h3>
            <ExplorerLink url={explorerUrl} />
            <CopyButton value={hash} label={t('hash.copy')} />
          </div>
          <CodeText value={hash} className="text-small text-ink-2" />
        </div>
      )}
    </Card>
  )
}

function Cancel({ withdrawal: { id, amount, coin } }: { withdrawal: ShownWithdrawal }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const { act, busy } = useAct(cancelWithdrawal, { changes: [withdrawals] })
  const cancel = async () => {
    await act({ id })
    setAsking(false)
  }
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t('withdraw.cancel')}
      </Button>
      <Sheet open={asking} title={t('withdraw.cancel')} onClose={() => setAsking(false)}>
        <div className="grid gap-4">
          <p className="text-ink-2">{t('withdraw.cancel_ask', { amount: showAmount(amount), coin })}</p>
          <div className="grid gap-2">
            <Button look="danger" busy={busy} onClick={() => void cancel()}>
              {t('withdraw.cancel')}
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              {t('withdraw.keep')}
            </Button>
          </div>
        </div>
      </Sheet>
    </>
  )
}
