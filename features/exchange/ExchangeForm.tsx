import { type ReactNode, useRef, useState } from 'react'
import { needsCode } from '#identity/passwords/without-code.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { exchangeCodeRule, exchangePairs } from '#market/trade/exchange.contract.ts'
import { directionAt, giveFor, pairAt, type Start } from '#market/trade/exchange-start.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useKeptFields } from '#ui/draft/use-kept-fields.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { ButtonLink, FormButton, IconButton, IconLink } from '#ui/form/Button.tsx'
import { Filters, Segmented } from '#ui/form/Choice.tsx'
import { FormFoot, PadSummary } from '#ui/form/FormFoot.tsx'
import { useShowOwn } from '#ui/form/own-amount.ts'
import { CoinIcon } from '#ui/picture/CoinIcon.tsx'
import { Trend } from '#ui/picture/Spark.tsx'
import { useSession } from '#ui/session/session.ts'
import { Link } from '#ui/shell/Link.tsx'
import { Card } from '#ui/shell/List.tsx'
import { changeQuery } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Facts, Heading, Note } from '#ui/show/Facts.tsx'
import { ReadState, Skeleton } from '#ui/show/State.tsx'
import { AmountText, ChangeText, Num } from '#ui/text/AmountText.tsx'
import { ClosingNote } from '#ui/text/ClosingNote.tsx'
import { showAmount, showPercent } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import { ConfirmTrade, formOfTrade } from './ConfirmTrade.tsx'
import { type Quote, QuoteFacts, useQuote } from './Quote.tsx'

export type Pairs = OutputOf<typeof exchangePairs>
export type Pair = Pairs['items'][number]
type CodeRule = OutputOf<typeof exchangeCodeRule>
type Direction = 'buy' | 'sell'

type ExchangeFormProps = {
  /** Undefined if unknown or signed out. */
  readonly balanceOf: (coin: string) => string | undefined
  readonly notes: ReactNode
  readonly onRefresh: () => Promise<unknown>
  /** From the URL: coins, and the amount given or needed. */
  readonly start: Start & { readonly amount: string; readonly need: string }
}

export function ExchangeForm({ balanceOf, notes, onRefresh, start }: ExchangeFormProps) {
  const t = useText()
  const read = useRead(exchangePairs, {}, { everyMs: 30_000 })
  const isSignedIn = useSession() !== undefined
  const refresh = () => Promise.all([read.refetch(), onRefresh()])
  return (
    <Screen
      title={t('tab.exchange')}
      onRefresh={refresh}
      action={
        isSignedIn && (
          <IconLink icon="records" label={t('exchange.list')} to="/pages/exchange/index" query={{ view: 'list' }} />
        )
      }
    >
      <ReadState read={read} skeleton={<FormSkeleton />}>
        {(pairs) => (
          <PairForm pairs={pairs} balanceOf={balanceOf} notes={notes} isSignedIn={isSignedIn} start={start} />
        )}
      </ReadState>
    </Screen>
  )
}

type PairFormProps = Pick<ExchangeFormProps, 'balanceOf' | 'notes' | 'start'> & {
  readonly pairs: Pairs
  readonly isSignedIn: boolean
}

function PairForm({ pairs, balanceOf, notes, isSignedIn, start }: PairFormProps) {
  const t = useText()
  const showOwn = useShowOwn()
  const pair = pairAt(pairs.items, start)
  const id = pair?.id ?? 1
  const direction = pair ? directionAt(pair, start) : 'buy'
  const given = start.amount || (pair ? giveFor(pairs, pair, direction, start.need) : '')
  const { fields, isKept, change } = useKeptFields(
    formOfTrade(id, direction),
    { typed: '' },
    given === '' ? {} : { typed: given },
  )
  const { typed } = fields
  const [asked, setAsked] = useState<Quote | undefined>()
  const last = useRef<Quote | undefined>(undefined)
  const amount = typed.replace(/\.$/, '')
  const codeRule = useRead(exchangeCodeRule, {}, { enabled: isSignedIn }).data
  const { quote, failure, again } = useQuote({ exchangeId: id, direction, amount })
  if (!pair) return null
  const [give, receive] = direction === 'buy' ? [pair.base, pair.quoted] : [pair.quoted, pair.base]
  const balance = balanceOf(give)
  const isShort = balance !== undefined && (parseUnits(amount) ?? 0n) > (parseUnits(balance) ?? 0n)
  // The quote is frozen while the sheet is open.
  if (asked) last.current = asked
  const choose = (next: { readonly pair?: string; readonly give: string }) =>
    changeQuery({ pair: String(id), ...next, receive: undefined, amount: undefined, need: undefined })
  const turn = (next: Direction) => choose({ give: next === 'buy' ? pair.base : pair.quoted })
  return (
    <>
      <Filters
        even
        label={t('exchange.pair')}
        options={pairs.items.map((each) => ({ value: String(each.id), label: `${each.base}–${each.quoted}` }))}
        value={String(id)}
        onChange={(next) => choose({ pair: next, give: '' })}
      />
      {!pair.open && <Note tone="neg">{closedText(t, pair)}</Note>}
      <ClosingNote closing={pair.closing} />
      {notes}
      <Card className="grid gap-4 p-4">
        <Segmented<Direction>
          label={t('exchange.direction')}
          options={[
            { value: 'buy', label: t('exchange.buy', { coin: pair.quoted }) },
            { value: 'sell', label: t('exchange.sell', { coin: pair.quoted }) },
          ]}
          value={direction}
          onChange={turn}
        />
        <AmountField
          label={t('exchange.give')}
          value={typed}
          onChange={(next) => change({ typed: next })}
          kept={isKept('typed')}
          coin={give}
          all={balance}
          aside={
            balance !== undefined && (
              <span className="text-small text-ink-2">
                {t('exchange.balance')} <AmountText value={balance} coin={give} own className="font-semi" />
              </span>
            )
          }
          hint={t('exchange.hint', {
            minimum: showAmount(pairs.minimumValue),
            maximum: showAmount(pairs.maximumValue),
          })}
          error={isShort ? t('exchange.rule.balance', { balance: showOwn(balance ?? '0'), coin: give }) : failure}
        />
        <div className="-my-5 flex justify-center">
          <IconButton
            icon="swap"
            label={t('exchange.turn')}
            onPress={() => turn(direction === 'buy' ? 'sell' : 'buy')}
          />
        </div>
        <QuoteFacts quote={quote} receive={receive} />
        <FormFoot>
          {quote && (
            <PadSummary label={t('exchange.receive')}>
              <AmountText value={quote.received} coin={receive} exact about />
            </PadSummary>
          )}
          {isSignedIn ? (
            <FormButton
              disabled={!pair.open || !quote || isShort}
              again={again}
              missing={[pair.open && !/[1-9]/.test(amount) && t('exchange.give')]}
              onClick={() => setAsked(quote)}
            >
              {t('exchange.submit')}
            </FormButton>
          ) : (
            <ButtonLink to="/pages/login/index">{t('exchange.sign_in')}</ButtonLink>
          )}
        </FormFoot>
      </Card>
      <PriceCard pair={pair} />
      <RulesCard pairs={pairs} pair={pair} codeRule={codeRule} />
      {(asked ?? last.current) && (
        <ConfirmTrade
          open={asked !== undefined}
          onClose={() => setAsked(undefined)}
          needsCode={asksCode(codeRule, asked ?? last.current)}
          quote={(asked ?? last.current) as Quote}
        />
      )}
    </>
  )
}

const isAlways = ({ opensAt, closesAt }: Pair): boolean => opensAt === '00:00' && closesAt === '24:00'

const closedText = (t: Say, pair: Pair): string =>
  isAlways(pair) ? t('exchange.closed') : t('exchange.wrong_time', { from: pair.opensAt, to: pair.closesAt })

function PriceCard({ pair }: { pair: Pair }) {
  const t = useText()
  const { base, quoted, price, guidePrice, rise, spark } = pair
  const tone = rise === null || !/[1-9]/.test(rise) ? 'text-ink-3' : rise.startsWith('-') ? 'text-down' : 'text-up'
  return (
    <Card className="grid gap-2 overflow-hidden">
      <div className={`flex flex-wrap items-center gap-3 px-4 pt-4 ${spark.length < 2 ? 'pb-4' : ''}`}>
        <CoinIcon asset={quoted} size={40} />
        <div className="min-w-0 flex-[1_1_6rem]">
          <p className="text-title font-bold leading-tight">
            <AmountText value={price} coin={base} />
          </p>
          <p className="text-small text-ink-3">
            {t('exchange.for_one', { coin: quoted })} · {t('exchange.guide')} <AmountText value={guidePrice} />
          </p>
        </div>
        <ChangeText share={rise} className="text-small font-semi" />
      </div>
      {/* For drawing only; never used in sums. */}
      <Trend values={spark.map((point) => Number(parseUnits(point.price) ?? 0n))} className={tone} />
      <Link
        to="/pages/exchange/index"
        query={{ view: 'pair', pair: String(pair.id) }}
        className="grid min-h-11 place-items-center border-t border-line text-small font-semi text-accent-ink"
      >
        {t('pair.see')}
      </Link>
    </Card>
  )
}

const asksCode = (rule: CodeRule | undefined, quote: Quote | undefined): boolean =>
  rule !== undefined &&
  quote !== undefined &&
  needsCode(rule.googleBound, parseUnits(quote.value), parseUnits(rule.withoutCodeLeft) ?? 0n)

type RulesCardProps = { readonly pairs: Pairs; readonly pair: Pair; readonly codeRule: CodeRule | undefined }
function RulesCard({ pairs, pair, codeRule }: RulesCardProps) {
  const t = useText()
  const showOwn = useShowOwn()
  return (
    <>
      <Heading>{t('exchange.rules')}</Heading>
      <Card className="grid gap-3 p-4">
        <Facts
          facts={[
            { label: t('exchange.minimum'), value: <AmountText value={pairs.minimumValue} coin="USDT" worth about /> },
            { label: t('exchange.maximum'), value: <AmountText value={pairs.maximumValue} coin="USDT" worth about /> },
            { label: t('exchange.fee'), value: <Num>{showPercent(pairs.feeShare)}</Num> },
            { label: t('exchange.impact_max'), value: <Num>{showPercent(pairs.impactMax)}</Num> },
            {
              label: t('exchange.window'),
              value: isAlways(pair) ? t('exchange.always') : `${pair.opensAt}–${pair.closesAt} UTC`,
            },
          ]}
        />
        <p className="text-small text-ink-3">{t('exchange.how', { value: showAmount(pairs.heldAboveValue) })}</p>
        {codeRule?.googleBound && (
          <p className="text-small text-ink-3">
            {t('exchange.code_rule', {
              value: showAmount(codeRule.withoutCodeValue),
              left: showOwn(codeRule.withoutCodeLeft),
            })}
          </p>
        )}
      </Card>
    </>
  )
}

const FormSkeleton = () => (
  <>
    <Skeleton className="h-11 !rounded-control" />
    <Skeleton className="h-32 !rounded-card" />
    <Skeleton className="h-64 !rounded-card" />
  </>
)
