import { useState } from 'react'
import { cleanLine } from '#kit/text/typed-text.ts'
import { detailMax } from '#otc/details/methods.ts'
import { useAct } from '#ui/call/use-call.ts'
import { Button, FormButton } from '#ui/form/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { tooLong } from '#ui/form/too-long.ts'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import type { TransactionWhole } from '../otc-fields.ts'
import { cancelTransaction, getTransaction, listTransactions, markPaid } from './transactions.contract.ts'

const changes = [getTransaction, listTransactions]

export function BuyerSteps({ order }: { order: TransactionWhole }) {
  const t = useText()
  const [name, setName] = useState('')
  const [sheet, setSheet] = useState<'paid' | 'cancel' | undefined>()
  const paid = useAct(markPaid, { changes })
  const cancel = useAct(cancelTransaction, { changes })
  const close = () => setSheet(undefined)
  const { id } = order
  return (
    <>
      <Card className="grid gap-4 p-4">
        <Note tone="plain">{t('otc.pay_note')}</Note>
        <Field
          label={t('otc.payer_name')}
          hint={t('otc.payer_name_hint')}
          value={name}
          onChange={setName}
          most={detailMax}
          autoComplete="name"
        />
        <div className="grid gap-2">
          <FormButton
            missing={[cleanLine(name) === '' && t('otc.payer_name')]}
            why={tooLong(t, name, detailMax)}
            onClick={() => setSheet('paid')}
          >
            {t('otc.i_paid')}
          </FormButton>
        </div>
        <Button look="danger" onClick={() => setSheet('cancel')}>
          {t('otc.cancel')}
        </Button>
      </Card>
      <ConfirmSheet
        open={sheet === 'paid'}
        title={t('otc.i_paid')}
        action={t('otc.i_paid')}
        final
        onClose={close}
        onConfirm={() => paid.act({ id, payerName: cleanLine(name) }).then(close)}
      >
        {t('otc.i_paid_sure')}
      </ConfirmSheet>
      <ConfirmSheet
        open={sheet === 'cancel'}
        title={t('otc.cancel')}
        action={t('otc.cancel')}
        danger
        final
        onClose={close}
        onConfirm={() => cancel.act({ id }).then(close)}
      >
        {t('otc.cancel_sure')}
      </ConfirmSheet>
    </>
  )
}
