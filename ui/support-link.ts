import { CallFailure } from '#kit/wire/call-failure.ts'
import { say } from './texts.ts'
import type { ToastLink } from './toasts.ts'

/** Refusals whose next step is to write to support: a fault of ours, and what an operator stopped. */
const forSupport = /^(request\.internal|identity\.(banned|withdrawal_banned))$/

/** The way to support from a refusal, with its reference number filled in; undefined where it would not help. */
export function supportLink(cause: unknown): ToastLink | undefined {
  if (!(cause instanceof CallFailure) || !forSupport.test(cause.key)) return undefined
  const { reference } = cause.params
  return { to: '/pages/chat/index', query: reference ? { reference } : {}, label: say('support.write') }
}
