/** Spec point 7. */
export const answers = {
  success: 0,
  /** @drop */
  refused: 400,
  /** Session missing, expired or superseded. */
  signInAgain: 401,
  quiet: 402,
  /** Blocked address or bot: the client stalls. */
  stalled: 403,
  /** Feature off (region, switch, suspension). */
  goHome: 407,
  maintenance: 408,
} as const
export type AnswerCode = (typeof answers)[keyof typeof answers]

/** Sent with HTTP 200, except `request.unavailable` with 503. `msg` is a key (`balance.insufficient`); `params` carries its values. */
export type Envelope<Data = unknown> = {
  readonly code: AnswerCode
  readonly msg: string
  readonly params?: Record<string, string>
  readonly data: Data | null
}
