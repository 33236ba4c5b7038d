import { useRef, useState } from 'react'
import { parseUnits } from '#kit/amount/amount.ts'
import type { Coin } from '#kit/amount/coins.ts'
import type { ChainId } from '#kit/chain/chains.ts'
import { useAct } from '#ui/call/use-call.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { FormButton } from '#ui/form/Button.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Chip } from '#ui/show/Facts.tsx'
import { notify } from '#ui/show/toasts.ts'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { askFaucet, deposits } from './deposits.contract.ts'

type FaucetCardProps = { readonly chain: ChainId; readonly coin: Coin; readonly maximum: string }

/** Demo only. */
export function FaucetCard({ chain, coin, maximum }: FaucetCardProps) {
  const t = useText()
  const [amount, setAmount] = useState('')
  const { act, busy } = useAct(askFaucet, { changes: [deposits] })
  const typed = amount.replace(/\.$/, '')
  const units = parseUnits(typed, 2) ?? 0n
  const tooMuch = units > (parseUnits(maximum) ?? 0n)
  const heading = useRef<HTMLHeadingElement>(null)
  const most = t('deposit.faucet_most', { maximum: showAmount(maximum), coin })
  const send = async () => {
    if (!(await act({ chain, coin, amount: typed }))) return
    setAmount('')
    // The emptied field disables the button, which would lose the focus.
    heading.current?.focus({ preventScroll: true })
    notify(t('deposit.faucet_sent'), 'good')
  }
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-lead font-semi">
          {t('deposit.faucet')}
        </h2>
        <Chip tone="accent">{t('demo.mark')}</Chip>
      </div>
      <p className="text-small text-ink-3">{t('deposit.faucet_note')}</p>
      <AmountField
        label={t('deposit.faucet_amount')}
        value={amount}
        onChange={setAmount}
        coin={coin}
        hint={most}
        error={tooMuch ? most : undefined}
      />
      <FormFoot>
        <FormButton
          busy={busy}
          missing={[units === 0n && t('deposit.faucet_amount')]}
          disabled={tooMuch}
          icon="power"
          onClick={() => void send()}
        >
          {t('deposit.faucet_send')}
        </FormButton>
      </FormFoot>
    </Card>
  )
}
