export const fingerprintText = (row: string): string =>
  `hashtextextended(${row}.owner || ' ' || ${row}.purpose || ' ' || coalesce(${row}.holder, ''), ${row}.class * 1024 + ${row}.asset)`

export const fingerprintsOf = (accounts: readonly bigint[]): string =>
  `(SELECT array_agg(coalesce(${fingerprintText('k')}, 0) ORDER BY u.place) FROM unnest('{${accounts.join()}}'::int8[]) WITH ORDINALITY AS u (id, place) LEFT JOIN balance k ON k.id = u.id)`

/** Calls the SQL function directly, bypassing the code. */
export function forgedEntry(row: {
  readonly debit: bigint
  readonly credit: bigint
  readonly code: number | null
  readonly amount?: bigint | null
  readonly key: string | null
}): string {
  const { debit, credit, code, amount = 1n, key } = row
  const accounts = [...new Set([debit, credit])].sort((a, b) => (a < b ? -1 : 1))
  const place = (account: bigint) => `ARRAY[${accounts.indexOf(account) + 1}]`
  const list = (value: unknown, kind: string) =>
    `ARRAY[${value === null ? 'NULL' : kind === 'text' ? `'${value}'` : value}]::${kind}[]`
  return `SELECT verdicts, lacking FROM books.post_entries(0, '{${accounts.join()}}', ${list(key, 'text')}, '{1}', '{NULL}', ARRAY[now()], ${place(debit)}, ${place(credit)},
    ${list(amount, 'int8')}, ${list(code, 'int2')}, '{${accounts.map(() => 0).join()}}', ${fingerprintsOf(accounts)})`
}
