/** What a signature of the identity key is asked for. A file of its own, so that contracts do not bring the cryptography with them. */
export const proofPurposes = ['create', 'enter', 'restore', 'bind', 'rekey', 'backup'] as const
export type ProofPurpose = (typeof proofPurposes)[number]
