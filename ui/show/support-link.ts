import { CallFailure } from '#kit/wire/call-failure.ts'
import { say } from '../text/texts.ts'
import type { ToastLink } from './toasts.ts'

const forSupport = /^(request\.internal|identity\.(banned|withdrawal_banned))$/

/** Support link with the reference number, or undefined if support would not help. */
export function supportLink(cause: unknown): ToastLink | undefined {
  if (!(cause instanceof CallFailure) || !forSupport.test(cause.key)) return undefined
  const { reference } = cause.params
  return { to: '/pages/chat/index', query: reference ? { reference } : {}, label: say('support.write') }
}
