import { useState } from 'react'
import { type Coin, coins } from '#kit/assets.ts'
import { AmountField } from '#ui/AmountField.tsx'
import { AmountText } from '#ui/AmountText.tsx'
import { ButtonLink } from '#ui/Button.tsx'
import { Filters } from '#ui/Choice.tsx'
import { Note } from '#ui/Facts.tsx'
import { Card } from '#ui/List.tsx'
import { hrefOf } from '#ui/navigation.ts'
import { QrCode } from '#ui/QrCode.tsx'
import { Screen } from '#ui/Screen.tsx'
import { ShareButtons } from '#ui/ShareButtons.tsx'
import { useSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { useRead } from '#ui/use-call.ts'
import { WalletId } from '#ui/WalletId.tsx'
import { isAmountText } from './payment-request.ts'
import { transferRules } from './transfers.contract.ts'

/**
 * Asks another wallet for a payment: a link and a code that fill the other's form. Who pays confirms as ever. Nobody can pay a wallet whose
 * words were not written down: it leads there instead.
 */
export function RequestScreen({ coin: first }: { coin: Coin }) {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const [coin, setCoin] = useState(first)
  const read = useRead(transferRules, { coin: first })
  const [typed, setTyped] = useState('')
  const amount = isAmountText(typed) ? typed : undefined
  const query = { coin, to: walletId, ...(amount ? { amount } : {}) }
  const link = `${location.origin}${location.pathname}${hrefOf('/pages/wallet/conver', query)}`
  return (
    <Screen title={t('transfer.ask')} up="/pages/wallet/conver">
      <p className="text-ink-2">{t('transfer.ask_note')}</p>
      {read.data?.activated === false ? (
        <>
          <Note>{t('transfer.ask_activate')}</Note>
          <ButtonLink to="/pages/back/index">{t('title.backup')}</ButtonLink>
        </>
      ) : (
        <>
          <Filters
            label={t('transfer.coin')}
            options={coins.map((each) => ({ value: each, label: each }))}
            value={coin}
            onChange={setCoin}
          />
          <Card className="p-4">
            <AmountField label={t('transfer.ask_amount')} value={typed} onChange={setTyped} coin={coin} />
          </Card>
          <Card className="grid gap-4 p-4 text-center">
            <QrCode value={link} label={t('transfer.ask_qr')} size={220} />
            <div>
              {amount && (
                <p className="text-title font-bold">
                  <AmountText value={amount} coin={coin} exact />
                </p>
              )}
              <p className="text-small text-ink-2">
                <WalletId id={walletId} />
              </p>
            </div>
            <ShareButtons
              value={link}
              title={t('transfer.ask')}
              copy={t('transfer.ask_copy')}
              share={t('transfer.ask_share')}
            />
          </Card>
        </>
      )}
    </Screen>
  )
}
