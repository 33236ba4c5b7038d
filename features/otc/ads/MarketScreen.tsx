import { type ReactNode, useState } from 'react'
import { methods } from '#otc/details/methods.ts'
import { useRead, useReadPages } from '#ui/call/use-call.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { Button, ButtonLink, IconLink } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Choice.tsx'
import { Choose } from '#ui/form/Choose.tsx'
import { Card, Pages } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useChangeQuery, useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import type { Rules } from '../rules.ts'
import { AdCard } from './AdCard.tsx'
import { listAds, otcRules } from './ads.contract.ts'
import { methodName } from './MethodFields.tsx'

type MarketScreenProps = {
  /** Opens the region prompt, which belongs to another feature's screen. */
  readonly askRegion: (open: boolean, onClose: () => void) => ReactNode
  /** Trades of this wallet that go on. */
  readonly trades: ReactNode
}

export function MarketScreen({ askRegion, trades }: MarketScreenProps) {
  const t = useText()
  const rules = useRead(otcRules, {})
  const [asking, setAsking] = useState(false)
  return (
    <Screen
      title={t('otc.title')}
      up="/pages/wallet/index"
      onRefresh={rules.refetch}
      action={<IconLink icon="records" label={t('otc.orders')} to="/pages/otc/orders" />}
    >
      <ReadState read={rules}>
        {(data) => (
          <>
            {trades}
            {data.state === 'on' && <Market rules={data} />}
            {data.state === 'off' && <Note>{t('otc.off')}</Note>}
            {data.state === 'undeclared' && (
              <Card className="grid gap-4 p-4">
                <p className="text-ink-2">{t('otc.region')}</p>
                <Button onClick={() => setAsking(true)}>{t('otc.region_button')}</Button>
              </Card>
            )}
            <ButtonLink look="quiet" to="/pages/otc/ads">
              {t('otc.my_ads')}
            </ButtonLink>
            {askRegion(asking && data.state === 'undeclared', () => setAsking(false))}
          </>
        )}
      </ReadState>
    </Screen>
  )
}

function Market({ rules }: { rules: Rules }) {
  const changeQuery = useChangeQuery()
  const t = useText()
  const { side: wanted, fiat: asked, paid } = useQueryOfScreen()
  const [amount, setAmount] = useState('')
  const side = wanted === 'sell' ? 'sell' : 'buy'
  const fiat = rules.fiats.find((each) => each.fiat === asked)?.fiat ?? rules.fiats.at(-1)?.fiat ?? 'USD'
  const method = methods.find(({ number }) => String(number) === paid)
  const typed = amount.replace(/\.$/, '')
  const ads = useReadPages(
    listAds,
    {
      side,
      fiat,
      ...(/[1-9]/.test(typed) ? { amount: typed } : {}),
      ...(method ? { paymentMethod: method.number } : {}),
    },
    { everyMs: 15_000, alwaysRead: true },
  )
  return (
    <>
      <Segmented
        label={t('otc.side')}
        options={[
          { value: 'buy', label: t('otc.buy') },
          { value: 'sell', label: t('otc.sell') },
        ]}
        value={side}
        onChange={(next) => changeQuery({ side: next })}
      />
      <Card className="grid gap-4 p-4">
        <div className="grid grid-cols-2 gap-3">
          <Choose
            label={t('otc.fiat')}
            options={rules.fiats.map((each) => ({ value: each.fiat, label: each.fiat }))}
            value={fiat}
            onChange={(next) => changeQuery({ fiat: next })}
          />
          <Choose
            label={t('otc.method')}
            options={[
              { value: '', label: t('otc.any_method') },
              ...methods.map(({ number }) => ({ value: String(number), label: methodName(t, number) })),
            ]}
            value={method ? String(method.number) : ''}
            onChange={(next) => changeQuery({ paid: next || undefined })}
          />
        </div>
        <AmountField label={t('otc.filter_amount')} value={amount} onChange={setAmount} coin={rules.coin} />
      </Card>
      <Pages
        pages={ads}
        label={t('otc.title')}
        empty={t('otc.empty')}
        apart
        row={(ad) => <AdCard key={ad.id} ad={ad} />}
      />
    </>
  )
}
