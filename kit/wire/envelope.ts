/** The answer codes of the wire (spec point 7), by the name of what the client does. */
export const answers = {
  success: 0,
  /** Shows the translated message; silent for the request token. */
  refused: 400,
  /** No, old or superseded session: sign in again. */
  signInAgain: 401,
  /** A background read without a session: returned without a word. */
  quiet: 402,
  /** Blocked address or bot: the client stalls. */
  stalled: 403,
  /** Feature off (region, switch, suspension): message, then home. */
  goHome: 407,
  /** Maintenance or upgrade: message, then home. */
  maintenance: 408,
} as const
export type AnswerCode = (typeof answers)[keyof typeof answers]

/** What every call answers, with HTTP 200; `request.unavailable` alone with 503. `msg` is a key (`balance.insufficient`), never a sentence; `params` carries its values. */
export type Envelope<Data = unknown> = {
  readonly code: AnswerCode
  readonly msg: string
  readonly params?: Record<string, string>
  readonly data: Data | null
}
