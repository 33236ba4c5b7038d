import type * as v from 'valibot'
import type { FailureKey } from '#kit/failure.ts'

/**
 * `open`: anyone. `session`: a signed-in wallet (User-Token, X-Auth on writes). `background`: like `session`, but returns 402 without a
 * session. `money`: also needs a fresh Wallet-Token from wallet/check.
 */
export type Access = 'open' | 'session' | 'background' | 'money'

/** Wrong codes count per purpose, so guesses for one never lock another. */
export const secondFactorPurposes = ['sign_in', 'withdraw', 'move', 'security'] as const
export type SecondFactorPurpose = (typeof secondFactorPurposes)[number]

/** Rate-limit counters shared by all processes. */
export type CountedCall =
  | 'creation'
  | 'restore'
  | 'sign_in'
  | 'password'
  | 'lookup'
  | 'puzzle'
  | 'mail'
  | 'upload'
  | 'chat'

export type Contract<
  In extends v.GenericSchema = v.GenericSchema,
  Out extends v.GenericSchema = v.GenericSchema,
  Who extends Access = Access,
> = {
  readonly method: 'GET' | 'POST'
  /** Below /api, e.g. "/wallet/withdraw". */
  readonly path: string
  readonly access: Who
  readonly summary: string
  readonly input: In
  readonly output: Out
  /** Internal name → top-level wire name, if it differs from names.ts. */
  readonly wire?: Readonly<Record<string, string>>
  /** In addition to request.*, session.* and field.*. */
  readonly failures: readonly FailureKey[]
  /** The field (internal name) with the Google code. May be empty if no code is needed. */
  readonly secondFactor?: { readonly field: string; readonly purpose: SecondFactorPurpose }
  /** A passkey may confirm this call instead of the wallet password. Never allowed for a wallet's protection or bound addresses. */
  readonly orPasskey?: true
  readonly appType?: 'app'
  /** True if also served during maintenance, as all reads are. */
  readonly always?: boolean
  /** True if also served to a suspended wallet, and for money calls to a frozen one. */
  readonly evenWhenStopped?: boolean
  readonly withoutRequestToken?: boolean
  /** True for server-sent events. Refusals use the usual envelope. */
  readonly stream?: boolean
  /** Limited per minute and hour, by IP address and wallet. */
  readonly counted?: CountedCall
  /** True for an open read that bypasses the response cache (at most 5 s). */
  readonly fresh?: boolean
  /** Clock fields at the top level of an otherwise shared answer. */
  readonly moments?: readonly ('now' | 'wall')[]
  /** multipart/form-data; `file` is the bytes. Runs without a transaction. */
  readonly multipart?: true
  /** True if the answer holds a secret and is never stored, so a retry runs again. */
  readonly secretAnswer?: boolean
}

export type InputOf<C extends Contract> = v.InferOutput<C['input']>
export type CallInputOf<C extends Contract> = v.InferInput<C['input']>
export type OutputOf<C extends Contract> = v.InferOutput<C['output']>

export const contract = <const In extends v.GenericSchema, const Out extends v.GenericSchema, const Who extends Access>(
  declared: Contract<In, Out, Who>,
): Contract<In, Out, Who> => declared
