import { useState } from 'react'
import { readAgain, useAct, useRead } from '#ui/call/use-call.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Facts, Note } from '#ui/show/Facts.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { NotHere } from '../NotHere.tsx'
import type { AdRow } from '../otc-fields.ts'
import { disableAd, enableAd, listAds, otcRules, removeAd } from './ads.contract.ts'
import { methodName } from './MethodFields.tsx'

export function AdsScreen() {
  const t = useText()
  const read = useRead(listAds, { mine: '1' }, { everyMs: 15_000, told: true })
  const rules = useRead(otcRules, {})
  const isOff = rules.data !== undefined && rules.data.state !== 'on'
  return (
    <Screen
      title={t('otc.my_ads')}
      up="/pages/otc/index"
      onRefresh={read.refetch}
      foot={
        isOff ? undefined : (
          <ButtonLink icon="plus" to="/pages/otc/ad">
            {t('otc.post')}
          </ButtonLink>
        )
      }
    >
      {rules.data && rules.data.state !== 'on' && <NotHere state={rules.data.state} />}
      <ReadState read={read}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState>{t('otc.no_ads')}</EmptyState>
          ) : (
            <ul className="grid gap-3" aria-label={t('otc.my_ads')}>
              {items.map((ad) => (
                <OwnAd key={ad.id} ad={ad} isOff={isOff} />
              ))}
            </ul>
          )
        }
      </ReadState>
    </Screen>
  )
}

function OwnAd({ ad, isOff }: { ad: AdRow; isOff: boolean }) {
  const t = useText()
  const [removing, setRemoving] = useState(false)
  const changes = [listAds, otcRules]
  const [enable, disable, remove] = [
    useAct(enableAd, { changes }),
    useAct(disableAd, { changes }),
    useAct(removeAd, { changes }),
  ]
  const { id, own } = ad
  if (!own) return null
  const isOn = own.state === 'enabled'
  const takeBack = async () => {
    await remove.act({ id })
    setRemoving(false)
    await readAgain(listAds)
  }
  return (
    <li>
      <Card className="grid gap-3 p-4">
        <div className="flex items-center justify-between gap-3">
          <p className="font-semi">
            {ad.side === 'sell' ? t('otc.ad_sells', { fiat: ad.fiat }) : t('otc.ad_buys', { fiat: ad.fiat })}
          </p>
          <Chip tone={isOn ? 'accent' : 'plain'}>{isOn ? t('otc.enabled') : t('otc.disabled')}</Chip>
        </div>
        <Facts
          facts={[
            { label: t('otc.price'), value: <AmountText value={ad.price} coin={ad.fiat} exact /> },
            { label: t('otc.left'), value: <AmountText value={ad.left} coin={ad.coin} own /> },
            { label: t('otc.in_orders'), value: <AmountText value={own.bound} coin={ad.coin} own /> },
            { label: t('otc.traded'), value: <AmountText value={own.done} coin={ad.coin} own /> },
          ]}
        />
        {own.methods.map(({ paymentMethod, usableFrom }) =>
          usableFrom ? (
            <Note key={paymentMethod} tone="plain">
              {t('otc.details_wait', { method: methodName(t, paymentMethod), from: showMoment(usableFrom) })}
            </Note>
          ) : null,
        )}
        <div className="flex flex-wrap gap-2">
          {isOn ? (
            <Button look="quiet" compact busy={disable.busy} onClick={() => void disable.act({ id })}>
              {t('otc.disable')}
            </Button>
          ) : (
            <>
              {!isOff && (
                <>
                  <Button compact busy={enable.busy} onClick={() => void enable.act({ id })}>
                    {t('otc.enable')}
                  </Button>
                  <ButtonLink look="quiet" compact to="/pages/otc/ad" query={{ id: String(id) }}>
                    {t('otc.edit')}
                  </ButtonLink>
                </>
              )}
              <Button look="danger" compact onClick={() => setRemoving(true)}>
                {t('otc.remove')}
              </Button>
            </>
          )}
        </div>
      </Card>
      <ConfirmSheet
        open={removing}
        title={t('otc.remove')}
        action={t('otc.remove')}
        danger
        onClose={() => setRemoving(false)}
        onConfirm={takeBack}
      >
        {t('otc.remove_sure')}
      </ConfirmSheet>
    </li>
  )
}
