import { useState } from 'react'
import { cleanText } from '#chat/message-text.ts'
import { needsCode } from '#identity/passwords/without-code.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { methods } from '#otc/details/methods.ts'
import { fiatOf, windows } from '#otc/otc-terms.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useSend } from '#ui/call/use-send.ts'
import { dropDraft, useKeptFields } from '#ui/draft/use-kept-fields.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { FormButton } from '#ui/form/Button.tsx'
import { Check, Filters, Segmented } from '#ui/form/Choice.tsx'
import { DecimalField } from '#ui/form/DecimalField.tsx'
import { Field, TextArea } from '#ui/form/Field.tsx'
import { tooLong } from '#ui/form/too-long.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Nowhere } from '#ui/shell/Nowhere.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { type Fact, Facts, Heading } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount } from '#ui/text/format.ts'
import { type Say, useText } from '#ui/text/texts.ts'
import { NotHere } from '../NotHere.tsx'
import type { AdRow } from '../otc-fields.ts'
import type { Rules } from '../rules.ts'
import { listAds, otcRules, postAd, termsMax } from './ads.contract.ts'
import { Have } from './Have.tsx'
import { fieldName, MethodFields, methodName, sayFlaw } from './MethodFields.tsx'
import { type AdPart, emptyAd, keptAd, missingOf, readAd, type TypedAd, typedFrom, wrongDetail } from './typed-ad.ts'

export function AdFormScreen() {
  const t = useText()
  const { id = '' } = useQueryOfScreen()
  const isChange = /^\d+$/.test(id)
  const rules = useRead(otcRules, {})
  const ads = useRead(listAds, { id: Number(id) }, { enabled: isChange })
  const ad = isChange ? ads.data?.items.find(({ own }) => own) : undefined
  if (rules.data?.state === 'on' && (ad || !isChange)) return <AdForm rules={rules.data} ad={ad} />
  return (
    <Screen title={isChange ? t('otc.edit') : t('otc.post')} up="/pages/otc/ads">
      <ReadState read={rules}>
        {(data) =>
          data.state !== 'on' ? <NotHere state={data.state} /> : <ReadState read={ads}>{() => <Nowhere />}</ReadState>
        }
      </ReadState>
    </Screen>
  )
}

function AdForm({ rules, ad }: { rules: Rules; ad: AdRow | undefined }) {
  const t = useText()
  const form = `ad ${ad?.id ?? 'new'}`
  const [begun] = useState(() => (ad ? typedFrom(ad) : emptyAd(rules.fiats.at(-1)?.fiat ?? 'USD')))
  const { fields, change } = useKeptFields(form, { ad: JSON.stringify(begun) })
  const typed = keptAd(fields.ad) ?? begun
  const [asking, setAsking] = useState(false)
  const send = useSend(t(ad ? 'otc.edit' : 'otc.post'), '', () => go('/pages/otc/ads', {}, { replace: true }))
  const set = (part: Partial<TypedAd>) => change({ ad: JSON.stringify({ ...typed, ...part }) })
  const input = readAd(typed, ad?.id)
  const part = missingOf(typed)
  const wrong = part === 'methods' ? wrongDetail(typed) : undefined
  const flawText = wrong && sayFlaw(t, wrong.flaw, wrong.text)
  const longTerms = tooLong(t, typed.terms, termsMax, cleanText)
  const isSell = typed.side === 'sell'
  // New payment details require a code at any value; the server decides.
  const asksCode =
    isSell && needsCode(rules.googleBound, unitsOf(ad?.left ?? input?.amount), unitsOf(rules.withoutCodeLeft))
  const post = async ({ code }: { code: string }) => {
    if (!input || !(await send(postAd, { ...input, code }, ['code']))) return undefined
    dropDraft(form)
    go('/pages/otc/ads', {}, { replace: true })
    return undefined
  }
  return (
    <Screen
      title={ad ? t('otc.edit') : t('otc.post')}
      up="/pages/otc/ads"
      foot={
        <FormButton
          missing={[
            part !== undefined && !flawText && (wrong ? fieldName(t, wrong.field) : sayPart(t, part, rules, typed)),
          ]}
          why={flawText ?? longTerms}
          onClick={() => setAsking(true)}
        >
          {ad ? t('otc.save') : t('otc.post')}
        </FormButton>
      }
    >
      {!ad && <Offer rules={rules} typed={typed} set={set} />}
      <PriceFields rules={rules} typed={typed} set={set} />
      <Card className="grid gap-4 p-4">
        <AmountField
          label={t('otc.least')}
          value={typed.least}
          onChange={(least) => set({ least })}
          coin={rules.coin}
          hint={t('otc.least_hint', { minimum: showAmount(rules.minimum) })}
        />
        <AmountField
          label={t('otc.most')}
          value={typed.most}
          onChange={(most) => set({ most })}
          coin={rules.coin}
          hint={t('otc.most_hint', { maximum: showAmount(rules.maximum), first: showAmount(rules.firstMaximum) })}
        />
        <p className="text-small font-semi text-ink-2">{t('otc.window')}</p>
        <Filters
          label={t('otc.window')}
          options={windows.map((minutes) => ({
            value: String(minutes),
            label: t('otc.minutes', { minutes: String(minutes) }),
          }))}
          value={String(typed.window)}
          onChange={(next) => set({ window: Number(next) as TypedAd['window'] })}
        />
      </Card>
      <Heading>{t('otc.methods')}</Heading>
      <Card className="grid gap-3 p-4">
        <p className="text-small text-ink-3">{isSell ? t('otc.methods_sell') : t('otc.methods_buy')}</p>
        {isSell && ad && <p className="text-small text-ink-3">{t('otc.details_note')}</p>}
        {methods.map(({ number }) => (
          <MethodChoice key={number} number={number} typed={typed} set={set} />
        ))}
      </Card>
      <Card className="p-4">
        <TextArea
          label={t('otc.terms')}
          hint={t('otc.terms_hint')}
          value={typed.terms}
          onChange={(terms) => set({ terms })}
          error={longTerms}
        />
      </Card>
      <PasswordSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={ad ? t('otc.edit') : t('otc.post')}
        googleCode={asksCode}
        plain={!isSell}
        onConfirm={post}
      >
        <Facts facts={factsOf(t, rules, typed, ad === undefined)} />
        <p className="text-small text-ink-3">{isSell && !ad ? t('otc.post_note') : t('otc.edit_note')}</p>
      </PasswordSheet>
    </Screen>
  )
}

/** A mistyped price must be seen before coins are locked. */
function factsOf(
  t: Say,
  { coin }: Rules,
  { side, fiat, mode, amount, price, margin }: TypedAd,
  isNew: boolean,
): Fact[] {
  const isFixed = mode === 'fixed'
  const total = showUnits(fiatOf(unitsOf(amount), unitsOf(price)))
  return [
    ...(side === 'sell' && isNew
      ? [{ label: t('otc.set_aside'), value: <AmountText value={amount} coin={coin} exact />, strong: true }]
      : []),
    isFixed
      ? { label: t('otc.price_one', { coin }), value: <AmountText value={price} coin={fiat} exact /> }
      : { label: t('otc.margin_of'), value: `${showAmount(margin)} %` },
    ...(isFixed && isNew
      ? [
          {
            label: t(side === 'sell' ? 'otc.you_get' : 'otc.you_pay'),
            value: <AmountText value={total} coin={fiat} exact />,
          },
        ]
      : []),
  ]
}

function sayPart(t: Say, part: AdPart, { coin }: Rules, { fiat }: TypedAd): string {
  if (part === 'amount') return t('otc.quantity')
  if (part === 'price') return t('otc.price_of', { coin, fiat })
  if (part === 'margin') return t('otc.margin_of')
  return t(`otc.${part}`)
}

const unitsOf = (text: string | undefined): bigint => parseUnits(text ?? '') ?? 0n

type PartProps = { readonly rules: Rules; readonly typed: TypedAd; readonly set: (change: Partial<TypedAd>) => void }

function Offer({ rules, typed, set }: PartProps) {
  const t = useText()
  return (
    <>
      <Segmented
        label={t('otc.side')}
        options={[
          { value: 'sell', label: t('otc.sell') },
          { value: 'buy', label: t('otc.buy') },
        ]}
        value={typed.side}
        onChange={(side) => set({ side })}
      />
      <Filters
        label={t('otc.fiat')}
        options={rules.fiats.map(({ fiat }) => ({ value: fiat, label: fiat }))}
        value={typed.fiat}
        onChange={(fiat) => set({ fiat })}
      />
      <Card className="p-4">
        <AmountField
          label={t('otc.quantity')}
          value={typed.amount}
          onChange={(amount) => set({ amount })}
          coin={rules.coin}
          all={typed.side === 'sell' ? rules.available : undefined}
          aside={typed.side === 'sell' && <Have rules={rules} />}
          hint={typed.side === 'sell' ? t('otc.quantity_sell') : t('otc.quantity_buy')}
        />
      </Card>
    </>
  )
}

function PriceFields({ rules, typed, set }: PartProps) {
  const t = useText()
  const row = rules.fiats.find(({ fiat }) => fiat === typed.fiat)
  return (
    <Card className="grid gap-4 p-4">
      <Segmented
        label={t('otc.price')}
        options={[
          { value: 'fixed', label: t('otc.fixed') },
          { value: 'margin', label: t('otc.margin') },
        ]}
        value={typed.mode}
        onChange={(mode) => set({ mode })}
      />
      {typed.mode === 'fixed' ? (
        <DecimalField
          label={t('otc.price_of', { coin: rules.coin, fiat: typed.fiat })}
          hint={
            row &&
            t('otc.price_hint', {
              guide: showAmount(row.guide, { exact: true }),
              lowest: showAmount(row.lowest, { exact: true }),
              highest: showAmount(row.highest, { exact: true }),
            })
          }
          value={typed.price}
          onChange={(price) => set({ price })}
          wholeMax={8}
          decimalsMax={4}
        />
      ) : (
        <Field
          label={t('otc.margin_of')}
          hint={row && t('otc.margin_hint', { guide: showAmount(row.guide, { exact: true }), fiat: typed.fiat })}
          value={typed.margin}
          onChange={(margin) => set({ margin })}
          autoComplete="off"
          code
        />
      )}
    </Card>
  )
}

function MethodChoice({ number, typed, set }: Omit<PartProps, 'rules'> & { number: number }) {
  const t = useText()
  const details = typed.methods[number]
  const choose = (isChosen: boolean) => {
    const { [number]: _, ...others } = typed.methods
    set({ methods: isChosen ? { ...typed.methods, [number]: {} } : others })
  }
  return (
    <>
      <Check checked={details !== undefined} onChange={choose}>
        {methodName(t, number)}
      </Check>
      {details && typed.side === 'sell' && (
        <MethodFields
          number={number}
          details={details}
          onChange={(next) => set({ methods: { ...typed.methods, [number]: next } })}
        />
      )}
    </>
  )
}
