import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { qrPath } from './qr-path.ts'

function pictureOf(text: string, pixels = 4) {
  const { path, side } = qrPath(text)
  const width = side * pixels
  const data = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < pixels; row += 1)
      for (let at = 0; at < pixels; at += 1) {
        const pixel = ((Number(y) * pixels + row) * width + Number(x) * pixels + at) * 4
        data.fill(0, pixel, pixel + 3)
      }
  return { width, height: width, data }
}

it.each([
  ['an EVM address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['a TRON address', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  [
    'a request for a deposit',
    'ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed&uint256=12500000000000000000',
  ],
  ['a payment request', 'https://wallet.example/#/pages/wallet/index?coin=WLD&to=7K3MABCD12&amount=2.5'],
  ['an invitation', 'https://wallet.example/#/pages/login/create?inviter=7K3MABCD12'],
  [
    'an authenticator key',
    'otpauth://totp/Glasshouse:7K3M%20ABCD%2012?issuer=Glasshouse&secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&algorithm=SHA1&digits=6&period=30',
  ],
])('draws a code that scans for %s', (_, text) => {
  expect(decodeQR(pictureOf(text))).toBe(text)
})
