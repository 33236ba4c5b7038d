import { useState } from 'react'
import { cleanLine } from '#kit/typed-text.ts'
import { detailMax } from '#otc/methods.ts'
import { comparePayer } from '#otc/payer-name.ts'
import { AmountText } from '#ui/AmountText.tsx'
import { FormButton } from '#ui/Button.tsx'
import { Check } from '#ui/Choice.tsx'
import { Facts, Note } from '#ui/Facts.tsx'
import { Field } from '#ui/Field.tsx'
import { showAmount, showMoment } from '#ui/format.ts'
import { Card } from '#ui/List.tsx'
import { PasswordSheet } from '#ui/PasswordSheet.tsx'
import { useText } from '#ui/texts.ts'
import { tooLong } from '#ui/too-long.ts'
import { useSend } from '#ui/use-send.ts'
import type { TransactionWhole } from './otc-fields.ts'
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
