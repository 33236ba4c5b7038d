import type { Sql, Tx } from '#kit/store/db.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import type { WalletId } from '#kit/text/ids.ts'
import type { KnownDetails, PaymentDetails } from './payment-details.ts'
import { openDetails } from './sealed-details.server.ts'

/** Maximum details compared; older ones count as new. */
const newest = 100

/** Newest first. */
export async function knownDetails(
  sql: Sql,
  secrets: Pick<Secrets, 'sealKey'>,
  sellerId: WalletId,
): Promise<KnownDetails[]> {
  const rows = await sql.query<PaymentDetails>(
    `SELECT method, sealed_details AS details, usable_from AS "usableFrom" FROM otc_payment_details
     WHERE maker_id = $1 ORDER BY kept_at DESC, sealed_details LIMIT ${newest}`,
    [sellerId],
  )
  return rows.map((row) => ({ ...row, plain: openDetails(secrets, { ...row, sellerId }) }))
}

export const keepDetails = async (
  tx: Tx,
  makerId: WalletId,
  named: readonly PaymentDetails[],
  at: Date,
): Promise<void> => {
  await tx.query(
    `INSERT INTO otc_payment_details (sealed_details, maker_id, method, usable_from, kept_at)
     SELECT details, $1, method, usable_from, $5 FROM unnest($2::text[], $3::int[], $4::timestamptz[]) AS n (details, method, usable_from)`,
    [
      makerId,
      named.map(({ details }) => details),
      named.map(({ method }) => method),
      named.map((each) => each.usableFrom.toISOString()),
      at,
    ],
  )
}
