import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { hourMs, minuteMs } from '#kit/clock.ts'
import { fail } from '#kit/failure.ts'
import { randomText } from '#kit/random.ts'
import { keyObjectOf } from '#kit/secrets.store.ts'

/** A client renews its token after an hour; it is accepted for two, so the two never race. */
export const requestTokenLifeMs = 2 * hourMs
/** How far a token may come from the future: clocks of several servers differ a little. */
const aheadMs = 5 * minuteMs

export type TokenBinding = { readonly key: Uint8Array; readonly appKey: string; readonly userAgent: string }

const mac = ({ key, appKey, userAgent }: TokenBinding, iat: string, nonce: string): Buffer => {
  const agent = createHash('sha256').update(userAgent).digest('base64url')
  return createHmac('sha256', keyObjectOf(key)).update(`rt1\n${iat}\n${nonce}\n${appKey}\n${agent}`).digest()
}

/** A request token, `rt1.<iat>.<nonce>.<HMAC>`, bound to the app and the browser. A filter for bots, never authority. */
export function makeRequestToken(binding: TokenBinding, wall: Date): string {
  const [iat, nonce] = [String(Math.floor(wall.getTime() / 1000)), randomText(16)]
  return `rt1.${iat}.${nonce}.${mac(binding, iat, nonce).toString('base64url')}`
}

/** Tokens that were found to be ours, and when they were made: each comes with every call of its app. The oldest goes first. */
const ours = new Map<string, TokenBinding & { readonly madeMs: number }>()
const oursMax = 20_000

const isAgeRight = (madeMs: number, wall: Date): boolean => {
  const age = wall.getTime() - madeMs
  return age >= -aheadMs && age <= requestTokenLifeMs
}

/** Whether a token was found to be ours before, for this browser, and is not too old by now. */
export function isRequestToken(token: string, { key, appKey, userAgent }: TokenBinding, wall: Date): boolean {
  const known = ours.get(token)
  if (known?.key !== key || known.appKey !== appKey || known.userAgent !== userAgent) return false
  return isAgeRight(known.madeMs, wall)
}

/** @throws req_token when it is missing or old (the client fetches another and tries again), req_token_error when it is not one of ours */
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
  const oldest = ours.size > oursMax ? ours.keys().next().value : undefined
  if (oldest !== undefined) ours.delete(oldest)
}
