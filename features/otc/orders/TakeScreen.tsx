import { useState } from 'react'
import { needsCode } from '#identity/passwords/without-code.ts'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { readDetails } from '#otc/details/methods.ts'
import { feeOf, fiatOf } from '#otc/otc-terms.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useSend } from '#ui/call/use-send.ts'
import type { Fields } from '#ui/draft/drafts.ts'
import { dropDraft, useKeptFields } from '#ui/draft/use-kept-fields.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { FormButton } from '#ui/form/Button.tsx'
import { Filters } from '#ui/form/Choice.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Nowhere } from '#ui/shell/Nowhere.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Facts, Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { TraderLine, TraderName } from '../ads/AdCard.tsx'
import { listAds, otcRules } from '../ads/ads.contract.ts'
import { Have } from '../ads/Have.tsx'
import { fieldName, MethodFields, methodName, sayFlaw } from '../ads/MethodFields.tsx'
import { NotHere } from '../NotHere.tsx'
import type { AdRow } from '../otc-fields.ts'
import type { Rules } from '../rules.ts'
import { takeAd } from './transactions.contract.ts'

export function TakeScreen() {
  const t = useText()
  const { id = '' } = useQueryOfScreen()
  const isNumber = /^\d+$/.test(id)
  const rules = useRead(otcRules, {})
  const isOn = rules.data?.state === 'on'
  const read = useRead(listAds, { id: Number(id) }, { enabled: isOn && isNumber })
  const [ad] = read.data?.items ?? []
  if (rules.data && isOn && isNumber && ad) return <TakeForm ad={ad} rules={rules.data} onRefresh={read.refetch} />
  return (
    <Screen title={t('otc.take_title')} up="/pages/otc/index" onRefresh={read.refetch}>
      <ReadState read={rules}>
        {(data) =>
          data.state !== 'on' ? (
            <NotHere state={data.state} />
          ) : !isNumber ? (
            <Nowhere />
          ) : (
            <ReadState read={read}>{() => <Nowhere />}</ReadState>
          )
        }
      </ReadState>
    </Screen>
  )
}

const unitsOf = (text: string): bigint => parseUnits(text.replace(/\.$/, '')) ?? 0n

type TakeFormProps = { readonly ad: AdRow; readonly rules: Rules; readonly onRefresh: () => Promise<unknown> }

function TakeForm({ ad, rules, onRefresh }: TakeFormProps) {
  const t = useText()
  const { fields, isKept, change } = useKeptFields<Fields>(`take ${ad.id}`, { typed: '', method: '' })
  const { typed = '', method: chosen = '', ...details } = fields
  const method = ad.paymentMethods.find((number) => String(number) === chosen) ?? ad.paymentMethods[0] ?? 1
  const [asking, setAsking] = useState(false)
  const isBuying = ad.side === 'sell'
  const act = isBuying ? t('otc.take_buy') : t('otc.take_sell')
  const units = unitsOf(typed)
  const amount = `${showAmount(showUnits(units))} ${ad.coin}`
  const action = t(isBuying ? 'otc.buy_act' : 'otc.sell_act', { amount })
  const send = useSend(act, amount, () => go('/pages/otc/orders', {}, { replace: true }))
  const [least, most] = [unitsOf(ad.least), unitsOf(ad.most)]
  const money = units > 0n ? showUnits(fiatOf(units, unitsOf(ad.price))) : '0'
  const fee = feeOf(units)
  const isWrong = typed !== '' && (units < least || units > most)
  const account = isBuying ? undefined : readDetails(method, details)
  const wrong = account && 'wrong' in account ? account : undefined
  const flawText = wrong && sayFlaw(t, wrong.flaw, details[wrong.wrong] ?? '')
  const asksCode = !isBuying && needsCode(rules.googleBound, units + fee, unitsOf(rules.withoutCodeLeft))
  const take = async ({ code }: { code: string }) => {
    const input = {
      id: ad.id,
      amount: typed.replace(/\.$/, ''),
      price: ad.price,
      paymentMethod: method,
      ...(account && 'details' in account ? { details: account.details, code } : {}),
    }
    const taken = await send(takeAd, input, ['code'])
    if (!taken) return undefined
    dropDraft(`take ${ad.id}`)
    go('/pages/otc/order', { id: String(taken.id) }, { replace: true })
    return undefined
  }
  const facts = [
    { label: t('otc.price'), value: <AmountText value={ad.price} coin={ad.fiat} exact /> },
    {
      label: isBuying ? t('otc.you_pay') : t('otc.you_get'),
      value: <AmountText value={money} coin={ad.fiat} exact />,
      strong: true,
    },
    { label: t('otc.fee'), value: <AmountText value={showUnits(fee)} coin={ad.coin} exact /> },
    {
      label: isBuying ? t('otc.you_receive') : t('otc.set_aside'),
      value: <AmountText value={showUnits(isBuying ? units - fee : units + fee)} coin={ad.coin} exact />,
    },
  ]
  const paidTo = account && 'details' in account ? Object.values(account.details) : [methodName(t, method)]
  return (
    <Screen
      title={t('otc.take_title')}
      up="/pages/otc/index"
      onRefresh={onRefresh}
      foot={
        <FormButton
          missing={[
            (units === 0n || isWrong) && (isBuying ? t('otc.amount_buy') : t('otc.amount_sell')),
            wrong !== undefined && !flawText && fieldName(t, wrong.wrong),
          ]}
          why={flawText}
          onClick={() => setAsking(true)}
        >
          {act}
        </FormButton>
      }
    >
      <Card className="grid gap-3 p-4">
        <TraderLine trader={ad.maker} />
        {ad.terms && (
          <p className="text-small text-ink-2">
            {t('otc.terms')}: <bdi>{ad.terms}</bdi>
          </p>
        )}
      </Card>
      <Card className="grid gap-4 p-4">
        <AmountField
          label={isBuying ? t('otc.amount_buy') : t('otc.amount_sell')}
          value={typed}
          onChange={(next) => change({ typed: next })}
          kept={isKept('typed')}
          coin={ad.coin}
          all={ad.most}
          aside={!isBuying && <Have rules={rules} />}
          hint={t('otc.between', { least: showAmount(ad.least), most: showAmount(ad.most) })}
          error={isWrong ? t('otc.between', { least: showAmount(ad.least), most: showAmount(ad.most) }) : undefined}
        />
        <Filters
          label={t('otc.method')}
          options={ad.paymentMethods.map((number) => ({ value: String(number), label: methodName(t, number) }))}
          value={String(method)}
          onChange={(next) => change({ method: next })}
        />
        {!isBuying && <MethodFields number={method} details={details} onChange={change} />}
        <Facts facts={facts} />
        <p className="text-small text-ink-3">{t('otc.window_note', { minutes: String(ad.window) })}</p>
        <Note tone="plain">{isBuying ? t('otc.own_name_note') : t('otc.seller_note')}</Note>
      </Card>
      <PasswordSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={action}
        action={action}
        googleCode={asksCode}
        onConfirm={take}
      >
        <Facts
          facts={[
            { label: isBuying ? t('otc.seller') : t('otc.buyer'), value: <TraderName trader={ad.maker} /> },
            ...facts,
            {
              label: isBuying ? t('otc.method') : t('otc.paid_to'),
              value: paidTo.map((line) => (
                <bdi key={line} className="block">
                  {line}
                </bdi>
              )),
            },
          ]}
        />
      </PasswordSheet>
    </Screen>
  )
}
