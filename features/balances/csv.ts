/** A field of a file: quoted where it has to be, and never read as a formula by a spreadsheet. */
const field = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows as a file for a spreadsheet (RFC 4180). */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')

/** The mark at the beginning tells a spreadsheet that the file is UTF-8. */
export const csvMark = '\uFEFF'
