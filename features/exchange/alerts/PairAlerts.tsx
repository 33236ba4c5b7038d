import { useState } from 'react'
import { type AlertSide, alertSides } from '#market/alerts.ts'
import { FormButton, IconButton } from '#ui/Button.tsx'
import { Segmented } from '#ui/Choice.tsx'
import { DecimalField } from '#ui/DecimalField.tsx'
import { Chip, Heading } from '#ui/Facts.tsx'
import { isAbove, showAmount, showMoment } from '#ui/format.ts'
import { Card, List, Row } from '#ui/List.tsx'
import { ReadState } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { useAct, useRead } from '#ui/use-call.ts'
import { type AlertRow, addPriceAlert, dropPriceAlert, priceAlerts } from './alerts.contract.ts'

type PairAlertsProps = { readonly id: number; readonly base: string }

export function PairAlerts({ id, base }: PairAlertsProps) {
  const t = useText()
  const read = useRead(priceAlerts, {}, { everyMs: 10_000 })
  return (
    <>
      <Heading>{t('alert.title')}</Heading>
      <AlertForm id={id} base={base} />
      <ReadState read={read}>
        {({ items }) =>
          items.length > 0 && (
            <List label={t('alert.title')}>
              {items.map((alert) => (
                <Alert key={alert.id} alert={alert} />
              ))}
            </List>
          )
        }
      </ReadState>
    </>
  )
}

function AlertForm({ id, base }: PairAlertsProps) {
  const t = useText()
  const [side, setSide] = useState<AlertSide>('above')
  const [typed, setTyped] = useState('')
  const { act, busy } = useAct(addPriceAlert, { changes: [priceAlerts] })
  const add = async () => {
    if (await act({ exchangeId: id, side, price: typed })) setTyped('')
  }
  return (
    <Card className="grid gap-3 p-4">
      <Segmented<AlertSide>
        label={t('alert.side')}
        options={alertSides.map((each) => ({ value: each, label: t(`alert.side.${each}`) }))}
        value={side}
        onChange={setSide}
      />
      <DecimalField
        label={t('alert.price', { coin: base })}
        hint={t('alert.how')}
        value={typed}
        onChange={setTyped}
        wholeMax={6}
        decimalsMax={8}
      />
      <FormButton
        look="quiet"
        icon="bell"
        busy={busy}
        missing={[!isAbove(typed) && t('alert.price', { coin: base })]}
        onClick={() => void add()}
      >
        {t('alert.add')}
      </FormButton>
    </Card>
  )
}

function Alert({ alert: { id, base, quoted, side, price, madeAt, reachedAt } }: { alert: AlertRow }) {
  const t = useText()
  const { act } = useAct(dropPriceAlert, { changes: [priceAlerts] })
  const said = t(`alert.${side}`, { coin: quoted, price: showAmount(price, { exact: true }), base })
  return (
    <Row
      title={said}
      note={reachedAt ? showMoment(reachedAt) : t('alert.since', { moment: showMoment(madeAt) })}
      end={
        <span className="flex items-center gap-2">
          {reachedAt && <Chip tone="accent">{t('alert.reached')}</Chip>}
          <IconButton icon="trash" label={t('alert.delete', { alert: said })} onPress={() => void act({ id })} />
        </span>
      }
    />
  )
}
