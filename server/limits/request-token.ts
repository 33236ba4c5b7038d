import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { fail } from '#kit/failure.ts'
import { keyObjectOf } from '#kit/store/secrets.store.ts'
import { randomText } from '#kit/text/random.ts'
import { hourMs, minuteMs } from '#kit/time/clock.ts'

/** Clients renew after one hour. The second hour avoids a race. */
export const requestTokenLifeMs = 2 * hourMs
/** Allowed clock skew between servers. */
const aheadMs = 5 * minuteMs

export type TokenBinding = { readonly key: Uint8Array; readonly appKey: string; readonly userAgent: string }

const mac = ({ key, appKey, userAgent }: TokenBinding, iat: string, nonce: string): Buffer => {
  const agent = createHash('sha256').update(userAgent).digest('base64url')
  return createHmac('sha256', keyObjectOf(key)).update(`rt1\n${iat}\n${nonce}\n${appKey}\n${agent}`).digest()
}

/** Request token `rt1.<iat>.<nonce>.<HMAC>`, bound to app and browser. It filters bots and grants no authority. */
export function makeRequestToken(binding: TokenBinding, wall: Date): string {
  const [iat, nonce] = [String(Math.floor(wall.getTime() / 1000)), randomText(16)]
  return `rt1.${iat}.${nonce}.${mac(binding, iat, nonce).toString('base64url')}`
}

const ours = new LRUCache<string, TokenBinding & { readonly madeMs: number }>({ max: 20_000 })

const isAgeRight = (madeMs: number, wall: Date): boolean => {
  const age = wall.getTime() - madeMs
  return age >= -aheadMs && age <= requestTokenLifeMs
}

export function isRequestToken(token: string, { key, appKey, userAgent }: TokenBinding, wall: Date): boolean {
  const known = ours.get(token)
  if (known?.key !== key || known.appKey !== appKey || known.userAgent !== userAgent) return false
  return isAgeRight(known.madeMs, wall)
}

/** @throws req_token if missing or expired (the client fetches a new token and retries), req_token_error if forged */
export function checkRequestToken(token: string | undefined, binding: TokenBinding, wall: Date): void {
  if (!token) fail('req_token')
  if (isRequestToken(token, binding, wall)) return
  const match = /^rt1\.(\d{1,12})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/.exec(token)
  if (!match) fail('req_token_error')
  const [, iat = '', nonce = '', signature = ''] = match
  if (!timingSafeEqual(mac(binding, iat, nonce), Buffer.from(signature, 'base64url'))) fail('req_token_error')
  const madeMs = Number(iat) * 1000
  const age = wall.getTime() - madeMs
  if (age < -aheadMs) fail('req_token_error')
  if (age > requestTokenLifeMs) fail('req_token')
  ours.set(token, { ...binding, madeMs })
}
