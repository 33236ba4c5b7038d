/** Why the signer will not sign. It will not change its mind by being asked again. */
export class SignerRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SignerRefused'
  }
}
