import { encodeQR } from 'qr'

/** SVG path of the dark modules, and the code's width in modules. */
export type QrPath = { readonly path: string; readonly side: number }

export function qrPath(text: string): QrPath {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, side: rows.length }
}
