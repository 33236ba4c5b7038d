import { isCoin } from '#kit/assets.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { walletRecord } from './balances.contract.ts'

type Followed = Pick<OutputOf<typeof walletRecord>['record'], 'coin' | 'code' | 'direction' | 'counterpart'>

/** Interest and coins of packages come from what was set aside for the order itself. */
const ofPromises = [14, 109, 112]
const paidBy = ['capital', 'referral']

/** Whether a record is income from the house, or a fee paid to it: both can be followed further. */
export function isFollowed({ coin, code, direction, counterpart: { kind, id } }: Followed): boolean {
  if (!isCoin(coin)) return false
  if (direction === 'out') return kind === 'house' && id === 'fees'
  return kind === 'pool' || (kind === 'house' && paidBy.includes(id)) || (kind === 'order' && ofPromises.includes(code))
}
