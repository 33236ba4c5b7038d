import type * as v from 'valibot'
import type { FailureKey } from '#kit/failure.ts'

/**
 * Who may call: `open` anyone; `session` a signed-in wallet (User-Token, X-Auth on writes); `background` the same, but without a
 * session it answers 402 quietly; `money` also needs a fresh Wallet-Token from wallet/check.
 */
export type Access = 'open' | 'session' | 'background' | 'money'

/** What a Google code is asked for. Wrong ones are counted for each by itself: guessing at one never locks another. */
export const secondFactorPurposes = ['sign_in', 'withdraw', 'move', 'security'] as const
export type SecondFactorPurpose = (typeof secondFactorPurposes)[number]

/** Calls that are counted for all processes together, by the name of what is counted: what tries secrets, makes wallets, looks others up, sends mails, unpacks pictures or writes to people. */
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
  /** One sentence for the reference. */
  readonly summary: string
  readonly input: In
  readonly output: Out
  /** House name → wire name, for inputs and outputs alike, on the top level: where the spec's own (names.ts) do not say it. */
  readonly wire?: Readonly<Record<string, string>>
  /** Refusals beside those every call can give (request.*, session.*, field.*). */
  readonly failures: readonly FailureKey[]
  /** The field (house name) that is a Google code, and what for: the only thing that makes one. It may be left empty where none is needed. */
  readonly secondFactor?: { readonly field: string; readonly purpose: SecondFactorPurpose }
  /** A passkey may confirm it in place of the wallet password, this very call alone. Never what changes how a wallet is protected or where its coins may leave to. */
  readonly orPasskey?: true
  /** What the header Apptype says, where it is not the source (spec point 7). */
  readonly appType?: 'app'
  /** Also served during maintenance: what brings a holder to their coins. What only reads is served then anyway. */
  readonly always?: boolean
  /** Served to a suspended wallet too, and a money call to a frozen one: what makes it safer, what leaves, what is taken back. */
  readonly evenWhenStopped?: boolean
  /** Needs no request token: the call that fetches one, and what an app reads before it has one. */
  readonly withoutRequestToken?: boolean
  /** Answers with server-sent events that carry the output, for as long as both sides like; a refusal is the usual envelope. */
  readonly stream?: boolean
  /** Counted by address, and by wallet where there is one: so often in a minute and an hour, whichever process is asked. */
  readonly counted?: CountedCall
  /** An open read that is made anew each time, because it tells the moment or somebody decides by it; others are answered from a memory of at most 5 s. */
  readonly fresh?: boolean
  /** What tells the moment in an answer that is the same for everybody else: the business clock, the real one. On the top level of what it answers. */
  readonly moments?: readonly ('now' | 'wall')[]
  /** A form with a file (multipart/form-data) in place of JSON; its field `file` is the bytes. Implemented without a transaction. */
  readonly multipart?: true
  /** The answer holds a token or a secret: it is never kept, so a repeat runs again (and the call must bear that). */
  readonly secretAnswer?: boolean
}

export type InputOf<C extends Contract> = v.InferOutput<C['input']>
/** What a caller passes: defaults may be left out. */
export type CallInputOf<C extends Contract> = v.InferInput<C['input']>
export type OutputOf<C extends Contract> = v.InferOutput<C['output']>

/** Declares one call of the API: the single source for server, client and reference. */
export const contract = <const In extends v.GenericSchema, const Out extends v.GenericSchema, const Who extends Access>(
  declared: Contract<In, Out, Who>,
): Contract<In, Out, Who> => declared
