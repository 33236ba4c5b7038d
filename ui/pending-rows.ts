import { sealedRows } from './sealed-rows.ts'

/** What was sent and is not over, kept beside what the screens showed, and longer: a session that ends does not make a payment unsent. */
export const pendingRows = sealedRows('glasshouse-pending')
