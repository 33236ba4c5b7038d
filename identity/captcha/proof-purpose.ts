/** Separate file, so contracts do not import cryptography. */
export const proofPurposes = ['create', 'enter', 'restore', 'backup'] as const
export type ProofPurpose = (typeof proofPurposes)[number]
