/** With a decimal comma, spreadsheets expect semicolons between fields. */
export type DecimalSign = '.' | ','

/** `amount` is a decimal string ("-2.5") that a spreadsheet reads as a number. */
export type CsvField = string | { readonly amount: string }

/** Prevents formula injection. */
function field(value: CsvField, decimal: DecimalSign): string {
  const text = typeof value === 'string' ? value : value.amount
  const isNumber = /^-?\d+(\.\d+)?$/.test(text)
  if (isNumber && typeof value !== 'string') return text.replace('.', decimal)
  const safe = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** RFC 4180; semicolons with a decimal comma. */
export const csvOf = (rows: readonly (readonly CsvField[])[], decimal: DecimalSign = '.'): string =>
  rows.map((row) => `${row.map((value) => field(value, decimal)).join(decimal === ',' ? ';' : ',')}\r\n`).join('')

/** Marks the file as UTF-8 for spreadsheets. */
export const csvByteOrderMark = '\uFEFF'
