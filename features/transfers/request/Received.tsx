import { useEffect, useRef } from 'react'
import { maskWalletId } from '#identity/wallet-link.ts'
import type { Names } from '#ui/device/contacts.ts'
import { Button } from '#ui/form/Button.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { List } from '#ui/shell/List.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Heading, Note } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { TransferRow } from '../TransferList.tsx'
import { type Asked, isAsAsked, type Payment } from './received.ts'

type ReceivedProps = {
  readonly asked: Asked
  /** Newest first. */
  readonly payments: readonly [Payment, ...Payment[]]
  readonly names: Names
  readonly onAgain: () => void
}

export function Received({ asked, payments: [payment, ...others], names, onAgain }: ReceivedProps) {
  const t = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, coin, amount, receiverId, nickname, remark } = payment
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows each payment once
  useEffect(() => {
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [id])
  return (
    <Screen
      title={t('transfer.ask')}
      up="/pages/wallet/conver"
      foot={
        // Columns if there is space, as a phone in landscape has little height.
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-2">
          <Button onClick={() => go('/pages/wallet/index', undefined, { replace: true })}>{t('pad.done')}</Button>
          <Button look="quiet" icon="qr" onClick={onAgain}>
            {t('transfer.got_again')}
          </Button>
        </div>
      }
    >
      <div className="grid justify-items-center gap-4 py-4 text-center">
        <Tick key={id} />
        <h2 ref={heading} tabIndex={-1} className="grid gap-1">
          <span className="text-lead font-semi text-ink-2">{t('transfer.done.in')}</span>{' '}
          <span className="text-display leading-tight font-bold text-up">
            <AmountText value={amount} coin={coin} exact own />
          </span>{' '}
          <span className="text-lead font-medium">
            {t('transfer.from', { who: names[receiverId] || nickname || maskWalletId(receiverId) })}
          </span>
        </h2>
        <p className="flex items-center gap-3">
          <Seal id={receiverId} size={44} />
          <WalletId id={receiverId} className="text-small text-ink-2" />
        </p>
        {remark && (
          <p className="text-ink-2 [overflow-wrap:anywhere]">
            <bdi>{remark}</bdi>
          </p>
        )}
        {!isAsAsked(asked, payment) && (
          <Note>
            {asked.amount
              ? t('transfer.got_asked', { amount: `${showAmount(asked.amount)}\u00a0${asked.coin}` })
              : t('transfer.got_asked', { amount: asked.coin })}
          </Note>
        )}
      </div>
      {others.length > 0 && (
        <>
          <Heading>{t('transfer.got_more')}</Heading>
          <List label={t('transfer.got_more')}>
            {others.map((each) => (
              <TransferRow key={each.id} transfer={each} />
            ))}
          </List>
        </>
      )}
    </Screen>
  )
}

/** Not animated with reduced motion (theme.css). */
const Tick = () => (
  <svg
    // Small windows show the amount without scrolling.
    style={{ inlineSize: 'min(96px, 15vh)' }}
    viewBox="0 0 96 96"
    fill="none"
    className="animate-[rise_var(--state)_var(--ease-out)] text-accent"
    aria-hidden="true"
  >
    <circle cx="48" cy="48" r="46" fill="currentColor" />
    <path
      d="M28 50 42 63 69 35"
      pathLength="1"
      strokeDasharray="1"
      strokeWidth="7"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="animate-[draw_420ms_var(--ease-out)] stroke-on-accent"
    />
  </svg>
)
