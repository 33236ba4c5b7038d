import type { Implementation } from '#kit/wire/implement.api.ts'
import { adCalls } from './ads.api.ts'
import { disputeCalls } from './disputes.api.ts'
import { transactionCalls } from './transactions.api.ts'

export const otcCalls: readonly Implementation[] = [...adCalls, ...transactionCalls, ...disputeCalls]
