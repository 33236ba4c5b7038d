import { useState } from 'react'
import { cleanLine } from '#kit/text/typed-text.ts'
import { detailMax } from '#otc/details/methods.ts'
import { comparePayer } from '#otc/details/payer-name.ts'
import { useSend } from '#ui/call/use-send.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { Check } from '#ui/form/Choice.tsx'
import { Field } from '#ui/form/Field.tsx'
import { tooLong } from '#ui/form/too-long.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Facts, Note } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { TransactionWhole } from '../otc-fields.ts'
import { releaseCoins } from './transactions.contract.ts'

export function ReleaseCoins({ order }: { order: TransactionWhole }) {
  const t = useText()
  const [name, setName] = useState('')
  const [anyway, setAnyway] = useState(false)
  const [asking, setAsking] = useState(false)
  const send = useSend(t('otc.release'), '', () => setAsking(false))
  const seen = cleanLine(name)
  const match = seen === '' ? undefined : comparePayer(order.payerName, seen)
  const isOther = match !== undefined && match !== 'same'
  const heldUntil = order.release?.heldUntil
  const release = async ({ code }: { code: string }) => {
    const done = await send(releaseCoins, { id: order.id, payerName: seen, anyway, code }, ['code'])
    if (done) setAsking(false)
    return undefined
  }
  return (
    <>
      <Card className="grid gap-4 p-4">
        <Note tone="warn">{t('otc.release_note')}</Note>
        <Facts
          facts={[
            { label: t('otc.money_due'), value: <AmountText value={order.money} coin={order.fiat} exact /> },
            { label: t('otc.buyer_says'), value: <bdi>{order.payerName}</bdi> },
          ]}
        />
        <Field
          label={t('otc.seen_name')}
          hint={t('otc.seen_name_hint')}
          value={name}
          onChange={(next) => {
            setName(next)
            setAnyway(false)
          }}
          most={detailMax}
          autoComplete="off"
        />
        {match === 'similar' && <Note tone="warn">{t('otc.name_similar')}</Note>}
        {match === 'unsure' && <Note tone="warn">{t('otc.name_unsure')}</Note>}
        {match === 'other' && <Note tone="neg">{t('otc.name_other')}</Note>}
        {isOther && (
          <Check checked={anyway} onChange={setAnyway}>
            {t('otc.release_anyway')}
          </Check>
        )}
        {heldUntil && <Note>{t('otc.release_held', { until: showMoment(heldUntil) })}</Note>}
        <div className="grid gap-2">
          <FormButton
            missing={[!match && t('otc.seen_name'), isOther && !anyway && t('otc.release_anyway')]}
            why={tooLong(t, name, detailMax)}
            disabled={Boolean(heldUntil)}
            onClick={() => setAsking(true)}
          >
            {t('otc.release')}
          </FormButton>
        </div>
      </Card>
      <PasswordSheet
        open={asking}
        onClose={() => setAsking(false)}
        title={t('otc.release')}
        action={t('otc.release_act', { amount: `${showAmount(order.amount)} ${order.coin}` })}
        final
        googleCode={order.release?.needsCode ?? false}
        onConfirm={release}
      >
        <Facts
          facts={[
            {
              label: t('otc.quantity'),
              value: <AmountText value={order.amount} coin={order.coin} exact />,
              strong: true,
            },
            { label: t('otc.money_due'), value: <AmountText value={order.money} coin={order.fiat} exact /> },
          ]}
        />
        <p className="text-small text-ink-3">{t('otc.release_final')}</p>
      </PasswordSheet>
    </>
  )
}
