/** File type by first bytes: unreadable image, readable image, other file or empty. */
export type PictureKind =
  | { readonly is: 'unreadable'; readonly name: string }
  | { readonly is: 'known' | 'other' | 'empty' }

export const tellingBytes = 32

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

function ofBrand(brand: string): PictureKind {
  if (/^(?:hei[cxmsf]|hev[cxms]|mif1|msf1)$/.test(brand)) return { is: 'unreadable', name: 'HEIC' }
  if (/^avi[fso]$/.test(brand)) return { is: 'unreadable', name: 'AVIF' }
  if (/^crx /.test(brand)) return { is: 'unreadable', name: 'RAW' }
  return { is: 'other' }
}

/** @param bytes the first `tellingBytes`, or the whole file */
export function pictureKind(bytes: Uint8Array): PictureKind {
  if (bytes.length === 0) return { is: 'empty' }
  const start = ascii(bytes, 0, 12)
  if (start.startsWith('\xff\xd8\xff') || start.startsWith('\x89PNG') || start.startsWith('GIF8'))
    return { is: 'known' }
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return { is: 'known' }
  if (start.startsWith('BM')) return { is: 'unreadable', name: 'BMP' }
  if (start.startsWith('II*\0') || start.startsWith('MM\0*')) return { is: 'unreadable', name: 'TIFF' }
  if (start.startsWith('8BPS')) return { is: 'unreadable', name: 'PSD' }
  if (start.startsWith('\xff\x0a') || start.startsWith('\0\0\0\x0cJXL ')) return { is: 'unreadable', name: 'JPEG XL' }
  if (start.startsWith('\0\0\0\x0cjP')) return { is: 'unreadable', name: 'JPEG 2000' }
  if (ascii(bytes, 4, 8) === 'ftyp') return ofBrand(ascii(bytes, 8, 12))
  if (/<svg|<\?xml/i.test(ascii(bytes, 0, tellingBytes))) return { is: 'unreadable', name: 'SVG' }
  return { is: 'other' }
}
