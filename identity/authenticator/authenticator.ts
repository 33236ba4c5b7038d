import { Secret, TOTP } from 'otpauth'
import { randomBytes } from '#kit/text/random.ts'

/**
 * Google Authenticator supports only 30-second steps and SHA-1. One step either way is accepted, so a code is valid for about a minute, as
 * in the spec.
 */
export const stepSeconds = 30
const stepsEitherWay = 1
const secretLength = 20
const digits = 6

export const issuer = 'Glasshouse'

export const newAuthenticatorSecret = (): Uint8Array => randomBytes(secretLength)

const totp = (secret: Uint8Array, label = '') =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits,
    period: stepSeconds,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

export function describeSecret(secret: Uint8Array, walletId: string): { secret: string; uri: string } {
  const generator = totp(secret, walletId)
  return { secret: generator.secret.base32, uri: generator.toString() }
}

export const codeAt = (secret: Uint8Array, at: Date): string => totp(secret).generate({ timestamp: at.getTime() })

export function stepOf(secret: Uint8Array, code: string, at: Date): number | undefined {
  const delta = totp(secret).validate({ token: code, timestamp: at.getTime(), window: stepsEitherWay })
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / stepSeconds) + delta
}
