import { isCoin } from '#kit/amount/coins.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { walletRecord } from '../balances.contract.ts'

type Followed = Pick<OutputOf<typeof walletRecord>['record'], 'coin' | 'code' | 'direction' | 'counterpart'>

const ofPromises = [14, 109, 112]
const paidBy = ['capital', 'referral']

export function isFollowed({ coin, code, direction, counterpart: { kind, id } }: Followed): boolean {
  if (!isCoin(coin)) return false
  if (direction === 'out') return kind === 'house' && id === 'fees'
  return kind === 'pool' || (kind === 'house' && paidBy.includes(id)) || (kind === 'order' && ofPromises.includes(code))
}
