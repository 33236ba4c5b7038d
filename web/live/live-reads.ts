import type { LiveKind } from '#kit/wire/contracts/live.contract.ts'

/** Path prefixes to refresh per event kind. */
export const staleBy: Readonly<Record<LiveKind, readonly string[]>> = {
  balance: ['/wallet/', '/invest/', '/mining/', '/exchange/logs', '/profit/', '/notice/own'],
  deposit: ['/wallet/recharges'],
  withdrawal: ['/wallet/withdraws', '/wallet/withdraw-rules', '/wallet/info'],
  order: ['/invest/', '/mining/', '/notice/own', '/wallet/info'],
  notice: ['/notice/', '/main/home'],
  chat: ['/chat/threads', '/chat/messages'],
  otc: ['/otc/', '/notice/own', '/wallet/info'],
}

export const isStale = (path: string, kind: LiveKind): boolean => staleBy[kind].some((start) => path.startsWith(start))
