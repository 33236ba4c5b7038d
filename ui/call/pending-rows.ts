import { sealedRows } from '../device/sealed-rows.ts'

/** Unfinished sends. They survive sign-out, because a payment may still complete. */
export const pendingRows = sealedRows('glasshouse-pending')
