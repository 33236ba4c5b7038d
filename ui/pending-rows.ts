import { sealedRows } from './sealed-rows.ts'

/** Unfinished sends, kept after sign-out: a payment may still complete. */
export const pendingRows = sealedRows('glasshouse-pending')
