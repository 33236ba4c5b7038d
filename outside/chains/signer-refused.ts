/** Why the signer will not sign. It will not change its mind by being asked again. */
export class SignerRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SignerRefused'
  }
}

/** It signs no more of a coin within 24 hours. Nothing is wrong with what was asked: there will be room again. */
export class DayIsFull extends SignerRefused {}

/** It signs this only with the signatures of its own approvers. With them it will. */
export class NeedsApproval extends SignerRefused {}
