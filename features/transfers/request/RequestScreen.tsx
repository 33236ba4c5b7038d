import { useState } from 'react'
import { type Coin, coins } from '#kit/amount/coins.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useContacts } from '#ui/device/contacts.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Filters } from '#ui/form/Choice.tsx'
import { QrCode } from '#ui/picture/QrCode.tsx'
import { useSession } from '#ui/session/session.ts'
import { ShareButtons } from '#ui/sheet/ShareButtons.tsx'
import { Card } from '#ui/shell/List.tsx'
import { currentLocation, go, hrefOf, wantLater } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { transferRules } from '../transfers.contract.ts'
import { Received } from './Received.tsx'
import { type Asked, askedAmount } from './received.ts'
import { useReceived } from './use-received.tsx'

/**
 * Requests a payment by link and QR code and shows incoming ones. Without a backup the wallet cannot be paid, so the screen opens the
 * backup first.
 */
export function RequestScreen({ coin: first }: { coin: Coin }) {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  const [coin, setCoin] = useState(first)
  const [typed, setTyped] = useState('')
  const { names } = useContacts()
  const read = useRead(transferRules, { coin: first })
  const isActivated = read.data?.activated !== false
  const came = useReceived(isActivated)
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const [newest, ...others] = came.filter(({ id }) => !seen.has(id))
  const asked: Asked = { coin, amount: askedAmount(typed) }
  if (newest)
    return (
      <Received
        asked={asked}
        payments={[newest, ...others]}
        names={names}
        onAgain={() => setSeen(new Set(came.map(({ id }) => id)))}
      />
    )
  const query = { coin, to: walletId, ...(asked.amount ? { amount: asked.amount } : {}) }
  const link = `${location.origin}${location.pathname}${hrefOf('/pages/wallet/conver', query)}`
  const backUp = () => {
    wantLater(currentLocation())
    go('/pages/back/index')
  }
  return (
    <Screen
      title={t('transfer.ask')}
      up="/pages/wallet/conver"
      foot={
        isActivated && (
          <ShareButtons
            value={link}
            title={t('transfer.ask')}
            copy={t('transfer.ask_copy')}
            share={t('transfer.ask_share')}
          />
        )
      }
    >
      {isActivated ? (
        <>
          <p className="text-ink-2">{t('transfer.ask_note')}</p>
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
              {asked.amount && (
                <p className="text-title font-bold">
                  <AmountText value={asked.amount} coin={coin} exact />
                </p>
              )}
              <p className="text-small text-ink-2">
                <WalletId id={walletId} />
              </p>
            </div>
          </Card>
        </>
      ) : (
        <>
          <Note>{t('transfer.ask_activate')}</Note>
          <Button onClick={backUp}>{t('title.backup')}</Button>
        </>
      )}
    </Screen>
  )
}
