import { useState } from 'react'
import type { Coin } from '#kit/amount/coins.ts'
import { tokenPaymentUri } from '#kit/amount/payment-uri.ts'
import { chainCoin } from '#kit/chain/chains.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { QrCode } from '#ui/picture/QrCode.tsx'
import { ShareButtons } from '#ui/sheet/ShareButtons.tsx'
import { Card } from '#ui/shell/List.tsx'
import { AddressText } from '#ui/text/AddressText.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { depositAddresses } from './deposits.contract.ts'

type DepositAddressProps = { readonly chain: OutputOf<typeof depositAddresses>['chains'][number]; readonly coin: Coin }

export function DepositAddress({ chain, coin }: DepositAddressProps) {
  const t = useText()
  const [amount, setAmount] = useState('')
  const { address, name: network, evmChainId } = chain
  const token = chain.coins.find((each) => each.coin === coin)?.token
  const decimals = chainCoin(chain.chain, coin)?.decimals
  const canAsk = evmChainId !== null && token && decimals !== undefined
  const asked = canAsk ? tokenPaymentUri({ evmChainId, token, decimals, address, amount }) : undefined
  return (
    <Card className="grid gap-4 p-4">
      <QrCode value={asked ?? address} label={t('deposit.qr', { coin, network })} size={184} />
      <div className="rounded-control bg-inset px-4 py-3 text-center">
        <h2 className="mb-1 text-caption font-semi text-ink-3">{t('deposit.address')}</h2>
        <AddressText value={address} className="text-center!" />
      </div>
      <ShareButtons
        value={address}
        title={`${coin} · ${network}`}
        copy={t('deposit.copy')}
        share={t('deposit.share')}
      />
      {canAsk && (
        <AmountField
          label={t('deposit.ask_amount')}
          value={amount}
          onChange={setAmount}
          coin={coin}
          hint={asked ? t('deposit.asks', { amount: showAmount(amount), coin }) : undefined}
        />
      )}
    </Card>
  )
}
