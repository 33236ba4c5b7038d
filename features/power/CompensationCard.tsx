import { useEffect, useState } from 'react'
import { useRead } from '#ui/call/use-call.ts'
import { useSend } from '#ui/call/use-send.ts'
import { AmountField } from '#ui/form/AmountField.tsx'
import { FormButton } from '#ui/form/Button.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Facts, Note } from '#ui/show/Facts.tsx'
import { toast } from '#ui/show/toasts.ts'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount, showPercent } from '#ui/text/format.ts'
import { sayFailure, useText } from '#ui/text/texts.ts'
import { compensatePower, getPower, type Power } from './power.contract.ts'

export function CompensationCard({ power }: { power: Power }) {
  const t = useText()
  const [open, setOpen] = useState(false)
  const can = /[1-9]/.test(power.restorable)
  return (
    <Card className="grid gap-3 p-4">
      <p className="text-small text-ink-2">{t('mining.decay_about', { share: showPercent(power.decayShare) })}</p>
      <dl className="rows text-small">
        {[
          { label: t('mining.lost'), value: power.lost },
          { label: t('mining.restored'), value: power.restored },
          { label: t('mining.restorable'), value: power.restorable },
        ].map(({ label, value }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-2">
            <dt className="min-w-0 text-ink-3 [overflow-wrap:anywhere]">{label}</dt>
            <dd className="ms-auto text-end font-semi">
              <AmountText value={value} coin="POWER" own />
            </dd>
          </div>
        ))}
      </dl>
      <FormButton look="quiet" why={!can && t('mining.nothing_to_restore')} onClick={() => setOpen(true)}>
        {t('mining.restore')}
      </FormButton>
      <CompensationSheet open={open} onClose={() => setOpen(false)} restorable={power.restorable} />
    </Card>
  )
}

type SheetProps = { readonly open: boolean; readonly onClose: () => void; readonly restorable: string }
type Quote = NonNullable<Power['quote']>

/** Above 0, at most 2 decimals. */
const isWhole = (typed: string): boolean => /^\d{1,12}(\.\d{1,2})?$/.test(typed) && /[1-9]/.test(typed)

function CompensationSheet({ open, onClose, restorable }: SheetProps) {
  const t = useText()
  const [amount, setAmount] = useState('')
  const quote = useCost(amount)
  const problem = useProblem(quote)
  const send = useSend(t('mining.restore'), '', onClose)
  const restore = async () => {
    if (!quote) return 'stay'
    if (!(await send(compensatePower, { amount, payMost: quote.payMost }, ['payMost']))) return undefined
    toast(t('mining.restored_now', { power: showAmount(amount) }))
    setAmount('')
    onClose()
    return undefined
  }
  return (
    <PasswordSheet open={open} onClose={onClose} title={t('mining.restore')} final onConfirm={restore}>
      <Note tone="neg">{t('mining.restore_worst')}</Note>
      <AmountField
        label={t('mining.restore_amount')}
        value={amount}
        onChange={setAmount}
        coin="POWER"
        all={restorable}
        error={problem}
        hint={t('mining.restore_hint')}
      />
      {quote && (
        <Facts
          facts={[
            { label: t('mining.pay'), value: <AmountText value={quote.pay} coin="ATMC" exact />, strong: true },
            { label: t('mining.pay_most'), value: <AmountText value={quote.payMost} coin="ATMC" exact /> },
          ]}
        />
      )}
    </PasswordSheet>
  )
}

function useCost(amount: string): Quote | null {
  const [asked, setAsked] = useState(amount)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(amount), 250)
    return () => clearTimeout(timer)
  }, [amount])
  const { data } = useRead(getPower, isWhole(asked) ? { amount: asked } : {}, { enabled: isWhole(asked) })
  return isWhole(amount) && asked === amount ? (data?.quote ?? null) : null
}

function useProblem(quote: Quote | null): string | undefined {
  const [text, setText] = useState<string | undefined>()
  const problem = quote?.problem
  useEffect(() => {
    if (problem) void sayFailure(problem.key, problem.params).then(setText)
    else setText(undefined)
  }, [problem])
  return text
}
