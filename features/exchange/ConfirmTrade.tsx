import { makeTrade } from '#market/trade/exchange.contract.ts'
import { useSend } from '#ui/call/use-send.ts'
import { dropDraft } from '#ui/draft/use-kept-fields.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { go } from '#ui/shell/navigation.ts'
import { FirstFacts } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { figuresOf, type Quote } from './trade-figures.tsx'

type ConfirmTradeProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly needsCode: boolean
  readonly quote: Quote
}

export const formOfTrade = (exchangeId: number, direction: 'buy' | 'sell'): string =>
  `exchange ${exchangeId} ${direction}`

export function ConfirmTrade({ open, onClose, needsCode, quote }: ConfirmTradeProps) {
  const t = useText()
  const { exchangeId, direction, give, receive, amount, received, least } = quote
  const send = useSend(t('tab.exchange'), `${showAmount(amount)} ${give}`, () =>
    go('/pages/exchange/index', { view: 'list' }, { replace: true }),
  )
  const trade = async ({ code }: { code: string }) => {
    // The price is not part of the intent. After a lost response, a newer quote is the same trade.
    const made = await send(makeTrade, { exchangeId, direction, amount, least, code }, ['least', 'code'])
    if (!made) return undefined
    dropDraft(formOfTrade(exchangeId, direction))
    go('/pages/exchange/index', { id: String(made.id) }, { replace: true })
    return undefined
  }
  const figures = figuresOf(t, quote)
  return (
    <PasswordSheet
      open={open}
      onClose={onClose}
      title={t('exchange.confirm_title')}
      action={t('exchange.act', { amount: `${showAmount(amount)} ${give}` })}
      final
      googleCode={needsCode}
      onConfirm={trade}
    >
      <FirstFacts
        facts={[
          { label: t('exchange.give'), value: <AmountText value={amount} coin={give} exact /> },
          {
            label: t('exchange.receive'),
            value: <AmountText value={received} coin={receive} exact about />,
            strong: true,
          },
          ...figures.slice(-1),
        ]}
        more={figures.slice(0, -1)}
      />
      <p className="text-small text-ink-3">{t('exchange.final')}</p>
    </PasswordSheet>
  )
}
