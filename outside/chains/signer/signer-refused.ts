/** Permanent: retrying does not help. */
export class SignerRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SignerRefused'
  }
}

/** A 24-hour cap is reached; retry later. */
export class DayIsFull extends SignerRefused {}

/** Retry with approvers' signatures. */
export class NeedsApproval extends SignerRefused {}
