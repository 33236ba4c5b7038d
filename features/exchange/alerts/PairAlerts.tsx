import { useState } from 'react'
import { type AlertSide, alertSides } from '#market/feeds/alerts.ts'
import { useAct, useRead } from '#ui/call/use-call.ts'
import { FormButton, IconButton } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Choice.tsx'
import { DecimalField } from '#ui/form/DecimalField.tsx'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Chip, Heading } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { isAbove, showAmount, showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
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
