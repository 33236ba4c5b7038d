/** Names of the headers of the wire, as the spec writes them. HTTP does not mind their case. */
export const headers = {
  userToken: 'User-Token',
  requestToken: 'Req-Token',
  walletToken: 'Wallet-Token',
  language: 'Req-Lang',
  appType: 'Apptype',
  idempotencyKey: 'Idempotency-Key',
  sessionSignature: 'X-Auth',
  /** Of the event stream: what its receiver knew last. */
  lastEventId: 'Last-Event-ID',
} as const

/** The app's public name, sent for a request token. */
export const appKey = 'glasshouse-web'
/** Spec §7: the source every request names. */
export const source = 'web'
/** Spec §9: app version 2.0.0, code 200. */
export const appVersion = { name: '2.0.0', code: 200 } as const
