import type { OutputOf } from '#kit/wire/contract.ts'
import type { otcRules } from './ads/ads.contract.ts'

export type Rules = OutputOf<typeof otcRules>
