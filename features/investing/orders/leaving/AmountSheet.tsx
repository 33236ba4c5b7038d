import { type ReactNode, useState } from 'react'
import { parseUnits, showUnits } from '#kit/amount/amount.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Facts } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { isAbove } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'

/** All of it, so that nothing too small to type is left. */
const isAmount = (typed: string): boolean => (parseUnits(typed) ?? 0n) > 0n

type AmountSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly coin: string
  readonly most: string
  readonly note: ReactNode
  /** Lost with all of it. */
  readonly power?: string | undefined
  /** Runs after the password check. Throws a CallFailure if the call fails. */
  readonly onConfirm: (amount: string) => Promise<void>
}

/** In proportion, rounded up. */
function lostWith(amount: string, most: string, power: string): string {
  const [units, all, lost] = [amount, most, power].map((text) => parseUnits(text) ?? 0n) as [bigint, bigint, bigint]
  return all === 0n || units === 0n || units > all ? power : showUnits((lost * units + all - 1n) / all)
}

export function AmountSheet({ open, onClose, title, coin, most, note, power, onConfirm }: AmountSheetProps) {
  const t = useText()
  const [amount, setAmount] = useState('')
  const tooMuch = isAmount(amount) && (parseUnits(amount) ?? 0n) > (parseUnits(most) ?? 0n)
  const confirm = async () => {
    if (!isAmount(amount) || tooMuch) return new CallFailure(400, 'field.format')
    await onConfirm(amount)
    return undefined
  }
  return (
    <PasswordSheet open={open} onClose={onClose} title={title} onConfirm={confirm}>
      <AmountField
        label={t('order.how_much')}
        value={amount}
        onChange={setAmount}
        coin={coin}
        all={most}
        decimalsMax={8}
        first
        aside={
          <span className="text-small text-ink-2">
            {t('order.at_most')} <AmountText value={most} coin={coin} own className="font-semi" />
          </span>
        }
        error={tooMuch ? t('order.too_much') : undefined}
      />
      <p className="text-small text-ink-2">{note}</p>
      {power !== undefined && isAbove(power) && (
        <Facts
          facts={[
            {
              label: t('order.exit_power'),
              value: <AmountText value={lostWith(amount, most, power)} coin="POWER" about exact />,
            },
          ]}
        />
      )}
    </PasswordSheet>
  )
}
