import type { LineId } from '#ledger/posting/lines.ts'
import type { Say } from '#ui/text/texts.ts'

const poolName = (t: Say, pool: string): string =>
  pool === 'compute' ? t('title.mining') : t(`line.${pool as LineId}`)

export function accountName(t: Say, accountClass: string): string {
  const [kind = '', which = '', purpose = ''] = accountClass.split('.')
  if (kind === 'pool')
    return purpose === 'retired' ? t('proof.kind.retired') : t('money.account.pool', { id: poolName(t, which) })
  if (kind === 'market') return t('money.account.market', { id: which })
  if (kind === 'order') return t(purpose === 'promised' ? 'proof.kind.promised' : 'proof.kind.principal')
  if (kind === 'wallet') return t('money.account.wallet')
  if (kind === 'outside') return t(which === 'venue' ? 'money.account.venue' : 'money.account.network')
  switch (which) {
    case 'capital':
    case 'fees':
    case 'sales':
      return t(`money.account.${which}`)
    case 'referral':
    case 'suspense':
    case 'in_flight':
      return t(`proof.kind.${which}`)
    default:
      return accountClass
  }
}
