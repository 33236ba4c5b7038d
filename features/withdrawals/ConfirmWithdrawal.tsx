import type { Coin } from '#kit/amount/coins.ts'
import { type ChainId, chains } from '#kit/chain/chains.ts'
import { useSend } from '#ui/call/use-send.ts'
import { dropDraft } from '#ui/draft/use-kept-fields.ts'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { go } from '#ui/shell/navigation.ts'
import { FirstFacts, Note } from '#ui/show/Facts.tsx'
import { AddressText } from '#ui/text/AddressText.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showAmount } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import type { WithdrawalRules } from './typed-amount.ts'
import { usualFacts } from './UsualTime.tsx'
import { WaitNotes } from './WaitNotes.tsx'
import { requestWithdrawal } from './withdrawals.contract.ts'

type ConfirmWithdrawalProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly rules: WithdrawalRules
  readonly amount: string
  readonly received: string
  /** True for a manual review, which has no time estimate. */
  readonly reviewed: boolean
}

export const formOfWithdrawal = (chain: ChainId, coin: Coin): string => `withdraw ${coin} ${chain}`

export function ConfirmWithdrawal({ open, onClose, rules, amount, received, reviewed }: ConfirmWithdrawalProps) {
  const t = useText()
  const { chain, coin, fee, address, remark, waits } = rules
  const send = useSend(t('title.withdraw'), `${showAmount(amount)} ${coin}`, () =>
    go('/pages/wallet/withdraw', { view: 'list' }, { replace: true }),
  )
  const { name, standard } = chains[chain]
  const request = async ({ code }: { code: string }) => {
    const asked = await send(requestWithdrawal, { chain, coin, amount, code }, ['code'])
    if (!asked) return undefined
    dropDraft(formOfWithdrawal(chain, coin))
    go('/pages/wallet/withdraw', { id: String(asked.id) }, { replace: true })
    return undefined
  }
  return (
    <PasswordSheet
      open={open}
      onClose={onClose}
      title={t('withdraw.confirm_title')}
      action={t('withdraw.act', { amount: `${showAmount(amount)} ${coin}` })}
      final
      googleCode
      target={
        <>
          {t('withdraw.to', { standard })} <AddressText value={address ?? ''} />
        </>
      }
      onConfirm={request}
    >
      <FirstFacts
        facts={[
          { label: t('withdraw.receive'), value: <AmountText value={received} coin={coin} exact />, strong: true },
          { label: t('withdraw.fee'), value: <AmountText value={fee} coin={coin} exact /> },
          { label: t('withdraw.network'), value: name },
        ]}
        more={[
          { label: t('withdraw.leaves'), value: <AmountText value={amount} coin={coin} exact /> },
          { label: t('address.name'), value: remark },
          ...(reviewed ? [] : usualFacts(t, rules)),
        ]}
      />
      {reviewed && <Note tone="plain">{t('withdraw.review_soon')}</Note>}
      <WaitNotes waits={waits} network={name} />
      <p className="text-small text-ink-3">{t('withdraw.final')}</p>
    </PasswordSheet>
  )
}
