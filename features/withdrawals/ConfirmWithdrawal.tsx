import { useRef } from 'react'
import { chains } from '#kit/chains.ts'
import { randomUuid } from '#kit/random.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { AmountText, CodeText } from '#ui/AmountText.tsx'
import { call } from '#ui/call.ts'
import { Facts } from '#ui/Facts.tsx'
import { go } from '#ui/navigation.ts'
import { PasswordSheet } from '#ui/PasswordSheet.tsx'
import { useText } from '#ui/texts.ts'
import { notify } from '#ui/toasts.ts'
import { reads } from '#ui/use-call.ts'
import type { WithdrawalRules } from './typed-amount.ts'
import { requestWithdrawal } from './withdrawals.contract.ts'

type ConfirmWithdrawalProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly rules: WithdrawalRules
  readonly amount: string
  readonly received: string
}

/** The last look: what arrives, what it costs, where it goes. Then password, code and the gold button. */
export function ConfirmWithdrawal({ open, onClose, rules, amount, received }: ConfirmWithdrawalProps) {
  const t = useText()
  const request = useRequest(rules, amount)
  const { chain, coin, fee, address, remark } = rules
  const { name, standard } = chains[chain]
  return (
    <PasswordSheet open={open} onClose={onClose} title={t('withdraw.confirm_title')} googleCode onConfirm={request}>
      <Facts
        facts={[
          { label: t('withdraw.receive'), value: <AmountText value={received} coin={coin} exact />, strong: true },
          { label: t('withdraw.fee'), value: <AmountText value={fee} coin={coin} exact /> },
          { label: t('withdraw.to', { standard }), value: <CodeText value={address ?? ''} short /> },
          { label: t('address.name'), value: remark },
          { label: t('withdraw.network'), value: name },
        ]}
      />
      <p className="text-small text-ink-3">{t('withdraw.final')}</p>
    </PasswordSheet>
  )
}

/**
 * Sends the request. Until the server has answered, every try of the same amount carries the same key, also with the next Google
 * code: a lost answer must not become a second withdrawal.
 */
function useRequest({ chain, coin }: WithdrawalRules, amount: string) {
  const t = useText()
  const intention = useRef<{ said: string; key: string } | undefined>(undefined)
  return async ({ code }: { code: string }): Promise<CallFailure | undefined> => {
    const said = `${chain} ${coin} ${amount}`
    if (intention.current?.said !== said) intention.current = { said, key: randomUuid() }
    const idempotencyKey = intention.current.key
    try {
      const { id } = await call(requestWithdrawal, { chain, coin, amount, code }, { quiet: true, idempotencyKey })
      intention.current = undefined
      void reads.invalidateQueries()
      go('/pages/wallet/withdraw', { id: String(id) }, { replace: true })
    } catch (cause) {
      if (!(cause instanceof CallFailure)) throw cause
      if (cause.code === 'network') return cause
      intention.current = undefined
      if (cause.key !== 'request.key_conflict') return cause
      // The first try had arrived after all.
      void reads.invalidateQueries()
      notify(t('withdraw.asked_before'))
      go('/pages/wallet/withdraw', { view: 'list' }, { replace: true })
    }
    return undefined
  }
}
