import { useEffect, useRef, useState } from 'react'
import { justCredited, justSeen, pollMs, type ShownDeposit } from '#custody/watching/payments.ts'
import { chains } from '#kit/chain/chains.ts'
import { reads, useReadPages } from '#ui/call/use-call.ts'
import { useShowOwn } from '#ui/form/own-amount.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import type { IconName } from '#ui/picture/icons.ts'
import { Link } from '#ui/shell/Link.tsx'
import { Pages, RowIcon } from '#ui/shell/List.tsx'
import { Chip, type ChipTone, Heading } from '#ui/show/Facts.tsx'
import { Progress } from '#ui/show/Progress.tsx'
import { notify } from '#ui/show/toasts.ts'
import { AmountText, CodeText } from '#ui/text/AmountText.tsx'
import { showDuration } from '#ui/text/duration.ts'
import { showCount, showMoment } from '#ui/text/format.ts'
import { TransactionHash } from '#ui/text/TransactionHash.tsx'
import { type TextId, useText } from '#ui/text/texts.ts'
import { deposits } from './deposits.contract.ts'

export function PaymentList() {
  const t = useText()
  const show = useShowOwn()
  const [everyMs, setEveryMs] = useState(pollMs([]))
  const pages = useReadPages(deposits, {}, { everyMs, told: true })
  const seen = useRef<readonly ShownDeposit[] | undefined>(undefined)
  const { items } = pages
  useEffect(() => {
    if (!items) return
    for (const { amount, coin } of justSeen(seen.current, items))
      notify(t('deposit.seen', { amount: show(amount), coin }))
    for (const { amount, coin } of justCredited(seen.current ?? [], items)) {
      notify(t('deposit.arrived', { amount: show(amount), coin }), 'good')
      void reads.invalidateQueries()
    }
    seen.current = items
    setEveryMs(pollMs(items))
  }, [items, show, t])
  return (
    <section className="grid gap-3" aria-label={t('deposit.payments')}>
      <Heading
        action={
          <Link to="/pages/wallet/logs" className="grid min-h-11 items-center text-small font-semi text-accent-ink">
            {t('deposit.records')}
          </Link>
        }
      >
        {t('deposit.payments')}
      </Heading>
      <Pages
        pages={pages}
        label={t('deposit.payments')}
        empty={t('deposit.empty')}
        row={(payment) => <PaymentRow key={payment.id} payment={payment} />}
      />
    </section>
  )
}

type Look = {
  readonly icon: IconName
  readonly tone: ChipTone
  readonly word: TextId
  readonly note: TextId | undefined
}
const looks = {
  confirming: { icon: 'clock', tone: 'plain', word: 'deposit.confirming_short', note: undefined },
  collecting: { icon: 'plus', tone: 'warn', word: 'deposit.collecting', note: 'deposit.collecting_note' },
  credited: { icon: 'check', tone: 'accent', word: 'deposit.credited', note: undefined },
  orphaned: { icon: 'warn', tone: 'neg', word: 'deposit.orphaned', note: 'deposit.orphaned_note' },
  corrected: { icon: 'warn', tone: 'neg', word: 'deposit.corrected', note: 'deposit.corrected_note' },
} as const satisfies Record<ShownDeposit['state'], Look>

function PaymentRow({ payment }: { payment: ShownDeposit }) {
  const t = useText()
  const { chain, coin, amount, state, address, hash, explorerUrl, seenAt, payments } = payment
  const { icon, tone, word, note } = looks[state]
  return (
    <li className="flex gap-3 py-3">
      <RowIcon tone={tone}>
        <Icon name={icon} size={20} />
      </RowIcon>
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <AmountText value={amount} coin={coin} signed exact own className="font-semi" />
          <Chip tone={tone}>{t(word)}</Chip>
        </div>
        <p className="text-small text-ink-3">
          {chains[chain].name} · {showMoment(seenAt)}
        </p>
        <p className="text-small text-ink-3">
          {t('withdraw.address')} <CodeText value={address} short />
        </p>
        {state === 'confirming' && <Confirming payment={payment} />}
        {note && <p className="text-small text-ink-2">{t(note)}</p>}
        <div className="-my-1.5 flex flex-wrap items-center gap-1 text-small text-ink-3">
          {hash ? (
            <TransactionHash hash={hash} explorerUrl={explorerUrl} />
          ) : (
            <p className="py-1.5">{t('deposit.together', { count: showCount(payments) })}</p>
          )}
        </div>
      </div>
    </li>
  )
}

function Confirming({ payment }: { payment: ShownDeposit }) {
  const t = useText()
  const { confirmations, confirmationsNeeded, secondsLeft, late } = payment
  const text = t('deposit.confirming', { done: showCount(confirmations), needed: showCount(confirmationsNeeded) })
  return (
    <div className="grid gap-1.5 py-0.5">
      <p className="text-small font-medium text-ink-2">{text}</p>
      <Progress label={t('deposit.confirming_short')} done={confirmations} needed={confirmationsNeeded} text={text} />
      {secondsLeft !== null && (
        <p className="text-small text-ink-3">{t('usual.more', { time: showDuration(secondsLeft) })}</p>
      )}
      {late && <p className="text-small text-ink-3">{t('usual.late')}</p>}
    </div>
  )
}
