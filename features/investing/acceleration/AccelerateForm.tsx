import { type ReactNode, useState } from 'react'
import { divide, parseUnits, showUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useSend } from '#ui/call/use-send.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { go } from '#ui/shell/navigation.ts'
import { FactGrid, Facts, Heading } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState, Skeleton } from '#ui/show/State.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { isAbove, showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { isWholeTyped, type ProductItem, type Quote } from '../orders/detail/order-texts.tsx'
import { StateChip } from '../orders/detail/StateChip.tsx'
import { WorstCase } from '../products/cards/CardLines.tsx'
import { gainFacts, timeFacts } from '../products/detail/QuoteFacts.tsx'
import { OwnAmount } from '../products/purchase/OwnAmount.tsx'
import { PurchaseFrame, type SheetState } from '../products/purchase/PurchaseFrame.tsx'
import { type ProductData, useProblem, useQuote } from '../products/purchase/use-quote.tsx'
import { accelerate, listAccelerations } from './acceleration.contract.ts'
import { SpeedCard } from './SpeedCard.tsx'

type Accelerations = OutputOf<typeof listAccelerations>
type AccelerateFormProps = { readonly data: ProductData; readonly top: ReactNode }

export function AccelerateForm({ data, top }: AccelerateFormProps) {
  const read = useRead(listAccelerations, {})
  const [amount, setAmount] = useState('')
  const t = useText()
  const { product, card } = data
  const quoted = useQuote({ productId: product.productId, amount, days: 0 })
  const { quote } = quoted
  const problem = useProblem(quoted)
  const own = read.data?.principal.find(({ coin }) => coin === product.base)
  const left = own?.left ?? '0'
  return (
    <PurchaseFrame
      data={data}
      ready={quote !== null && !quote.problem && isWholeTyped(amount)}
      again={quoted.again}
      button={
        isWholeTyped(amount)
          ? t('accelerate.amount', { amount: `${showAmount(amount)} ${product.base}` })
          : t('accelerate.now')
      }
      sheet={(state) =>
        quote && (
          <Confirm
            {...state}
            product={product}
            quote={quote}
            input={{ productId: product.productId, amount, card: card.hash }}
            lines={card.lines}
          />
        )
      }
    >
      {top}
      <ReadState read={read} skeleton={<Skeleton className="h-160 !rounded-card" />}>
        {(accelerations) => (
          <>
            <Heading>{t('accelerate.speed')}</Heading>
            <SpeedCard accelerations={accelerations} version={product.boost ?? '1.0'} />
            <Heading>{t('accelerate.yours')}</Heading>
            {isAbove(left) ? (
              <Amount product={product} left={left} value={amount} onChange={setAmount} problem={problem} />
            ) : (
              <NothingToMark own={own} coin={product.base} />
            )}
            {quote && <FactGrid facts={[...gainFacts(product, quote, t), ...timeFacts(quote, t)]} />}
            <Running items={accelerations.items.filter(({ state }) => state !== 'over')} />
          </>
        )}
      </ReadState>
    </PurchaseFrame>
  )
}

type AmountProps = {
  readonly product: ProductItem
  readonly left: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string | undefined
}

const cent = 1_000_000n

function Amount({ product, left, value, onChange, problem }: AmountProps) {
  const t = useText()
  const whole = parseUnits(left) ?? 0n
  const percent = whole === 0n ? 0 : Number(((parseUnits(value) ?? 0n) * 100n) / whole)
  const slide = (part: number) =>
    onChange(showUnits(divide(divide(whole * BigInt(part), 100n, 'down'), cent, 'down') * cent))
  return (
    <Card className="grid gap-4 p-4">
      <OwnAmount
        product={product}
        value={value}
        onChange={onChange}
        problem={problem}
        own={left}
        ownLabel={t('accelerate.left')}
      />
      <label className="grid gap-1">
        <span className="flex justify-between text-small text-ink-2">
          {t('accelerate.part')}
          <Num className="font-semi text-ink">{Math.min(100, percent)}%</Num>
        </span>
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={Math.min(100, percent)}
          onChange={(event) => slide(event.target.valueAsNumber)}
          className="h-11 w-full accent-(--accent)"
        />
      </label>
      <p className="text-small text-ink-3">{t('accelerate.stays')}</p>
    </Card>
  )
}

function Running({ items }: { items: Accelerations['items'] }) {
  const t = useText()
  if (items.length === 0) return null
  return (
    <>
      <Heading>{t('accelerate.running')}</Heading>
      <List label={t('accelerate.running')}>
        {items.map((item) => (
          <Row
            key={item.orderId}
            title={<Num>{`${item.coin} · ${item.version}`}</Num>}
            note={<StateChip order={{ line: 'acceleration', state: stateOf[item.state] }} />}
            end={<AmountText value={item.amount} coin={item.coin} own />}
            to="/pages/invest/detail"
            query={{ id: String(item.orderId) }}
          />
        ))}
      </List>
    </>
  )
}

const stateOf = { waiting: 'to_be_started', accelerating: 'earning', paused: 'paused', over: 'ended' } as const

function NothingToMark({ own, coin }: { own: Accelerations['principal'][number] | undefined; coin: string }) {
  const t = useText()
  return (
    <Card>
      <EmptyState
        action={
          <ButtonLink to="/pages/finance/index" look="quiet" compact>
            {t('accelerate.to_compound')}
          </ButtonLink>
        }
      >
        {own ? t('accelerate.all_marked', { coin }) : t('accelerate.no_principal', { coin })}
      </EmptyState>
    </Card>
  )
}

type ConfirmProps = SheetState & {
  readonly product: ProductItem
  readonly quote: Quote
  readonly input: { readonly productId: number; readonly amount: string; readonly card: string }
  readonly lines: ProductData['card']['lines']
}

function Confirm({ open, onClose, product, quote, input, lines }: ConfirmProps) {
  const t = useText()
  const send = useSend(t('accelerate.confirm'), '', onClose)
  const confirm = async () => {
    const done = await send(accelerate, input)
    if (!done) return undefined
    toast(t('accelerate.done'))
    go('/pages/invest/detail', { id: String(done.acceleration.orderId) }, { replace: true })
    return undefined
  }
  return (
    <PasswordSheet open={open} onClose={onClose} title={t('accelerate.confirm')} onConfirm={confirm}>
      <WorstCase lines={lines} />
      <Facts
        facts={[
          {
            label: t('accelerate.marked'),
            value: <AmountText value={quote.base} coin={product.base} />,
            strong: true,
          },
          { label: t('accelerate.moves'), value: t('accelerate.nothing_moves') },
          ...gainFacts(product, quote, t, true),
          ...timeFacts(quote, t),
        ]}
      />
    </PasswordSheet>
  )
}
