import { fail } from '../failure.ts'
import type { WalletId } from '../text/ids.ts'
import { addDays, dayOf, startOf } from '../time/clock.ts'
import type { Tx } from './db.ts'
import { megabytes, type QuotaKind, type QuotaScope, quotaParts, quotas } from './quotas.ts'

export type Keeping = {
  readonly kind: QuotaKind
  readonly wallet?: { readonly id: WalletId; readonly isYoung: boolean }
  readonly thread?: string
  readonly bytes: number
  readonly at: Date
}

const nextMonth = (at: Date): Date => {
  const month = dayOf(at).slice(0, 7)
  let day = dayOf(at)
  while (day.startsWith(month)) day = addDays(day, 1)
  return startOf(day)
}

/**
 * Checks quotas before a write; the database counts on write. @throws upload.full, chat.full if the wallet or conversation is full ·
 * request.full if the shared quota is
 */
export async function refuseFull(tx: Tx, { kind, wallet, thread, bytes, at }: Keeping): Promise<void> {
  const rows = await tx.query<{ scope: QuotaScope; kept: bigint }>(
    `SELECT split_part(o.owner, ':', 1) AS scope, coalesce(k.bytes, 0) AS kept
     FROM unnest(ARRAY['wallet:' || $3::text, 'all:' || quota_part($3), CASE WHEN $4 THEN 'young:' || quota_part($3) END, 'thread:' || $5::text]) AS o (owner)
     LEFT JOIN quota_use k ON k.month = date_trunc('month', $1::timestamptz AT TIME ZONE 'UTC')::date AND k.kind = $2 AND k.owner = o.owner
     WHERE o.owner IS NOT NULL`,
    [at, kind, wallet?.id ?? null, wallet?.isYoung ?? false, thread ?? null],
  )
  const until = nextMonth(at).toISOString()
  for (const { scope, kept } of rows) {
    const isShared = scope === 'all' || scope === 'young'
    const most = quotas[kind][scope]
    if (Number(kept) + bytes <= (isShared ? most / quotaParts : most)) continue
    if (isShared) fail('request.full', { until })
    if (kind === 'message') fail('chat.full', { until })
    fail('upload.full', { most: megabytes(most), until })
  }
}
