/** The sign before the decimals. Spreadsheets that expect a comma there expect a semicolon between fields. */
export type DecimalSign = '.' | ','

/** A text, or decimal text ("-2.5") that a spreadsheet shall read as a number. */
export type CsvField = string | { readonly amount: string }

/** A field of a file: quoted where it has to be, and never read as a formula by a spreadsheet. */
function field(value: CsvField, decimal: DecimalSign): string {
  const text = typeof value === 'string' ? value : value.amount
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  if (isNumber && typeof value !== 'string') return text.replace('.', decimal)
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a file for a spreadsheet (RFC 4180, with semicolons where the decimal sign is a comma). */
export const csvOf = (rows: readonly (readonly CsvField[])[], decimal: DecimalSign = '.'): string =>
  rows.map((row) => `${row.map((value) => field(value, decimal)).join(decimal === ',' ? ';' : ',')}\r\n`).join('')

/** The mark at the beginning tells a spreadsheet that the file is UTF-8. */
export const csvMark = '\uFEFF'
