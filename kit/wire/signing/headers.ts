export const headers = {
  userToken: 'User-Token',
  requestToken: 'Req-Token',
  walletToken: 'Wallet-Token',
  language: 'Req-Lang',
  appType: 'Apptype',
  idempotencyKey: 'Idempotency-Key',
  sessionSignature: 'X-Auth',
  lastEventId: 'Last-Event-ID',
} as const

/** The app's public name, sent for a request token. */
export const appKey = 'glasshouse-web'
/** Spec §7. */
export const source = 'web'
/** Spec §9. */
export const appVersion = { name: '2.0.0', code: 200 } as const
