import { useRef } from 'react'
import { randomUuid } from '#kit/random.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { AmountText } from '#ui/AmountText.tsx'
import { call } from '#ui/call.ts'
import { Facts } from '#ui/Facts.tsx'
import { go } from '#ui/navigation.ts'
import { PasswordSheet } from '#ui/PasswordSheet.tsx'
import { useText } from '#ui/texts.ts'
import { notify } from '#ui/toasts.ts'
import { reads } from '#ui/use-call.ts'
import { makeTrade } from './exchange.contract.ts'
import { figuresOf, type Quote } from './Quote.tsx'

type ConfirmTradeProps = { readonly open: boolean; readonly onClose: () => void; readonly quote: Quote }

/** The last look: what is given, what arrives at least. Then the password and the gold button. */
export function ConfirmTrade({ open, onClose, quote }: ConfirmTradeProps) {
  const t = useText()
  const send = useSend(quote)
  const { give, receive, amount, received } = quote
  return (
    <PasswordSheet open={open} onClose={onClose} title={t('exchange.confirm_title')} onConfirm={send}>
      <Facts
        facts={[
          { label: t('exchange.give'), value: <AmountText value={amount} coin={give} exact /> },
          {
            label: t('exchange.receive'),
            value: <AmountText value={received} coin={receive} exact about />,
            strong: true,
          },
          ...figuresOf(t, quote),
        ]}
      />
      <p className="text-small text-ink-3">{t('exchange.final')}</p>
    </PasswordSheet>
  )
}

/** Sends it. Until the server has answered, every try of the same quote carries the same key: a lost answer must not trade twice. */
function useSend(quote: Quote) {
  const t = useText()
  const intention = useRef<{ said: string; key: string } | undefined>(undefined)
  return async (): Promise<CallFailure | undefined> => {
    const { exchangeId, direction, amount, least } = quote
    const said = JSON.stringify([exchangeId, direction, amount, least])
    if (intention.current?.said !== said) intention.current = { said, key: randomUuid() }
    const idempotencyKey = intention.current.key
    try {
      const { id } = await call(makeTrade, { exchangeId, direction, amount, least }, { quiet: true, idempotencyKey })
      intention.current = undefined
      void reads.invalidateQueries()
      go('/pages/exchange/index', { id: String(id) }, { replace: true })
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      if (cause.code === 'network') return cause
      intention.current = undefined
      if (cause.key !== 'request.key_conflict') return cause
      // The first try had arrived after all.
      void reads.invalidateQueries()
      notify(t('exchange.asked_before'))
      go('/pages/exchange/index', { view: 'list' }, { replace: true })
    }
    return undefined
  }
}
