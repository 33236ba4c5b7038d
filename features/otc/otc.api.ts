import type { Implementation } from '#kit/wire/implement.api.ts'
import { adCalls } from './ads/ads.api.ts'
import { disputeCalls } from './orders/disputes.api.ts'
import { transactionCalls } from './orders/transactions.api.ts'

export const otcCalls: readonly Implementation[] = [...adCalls, ...transactionCalls, ...disputeCalls]
