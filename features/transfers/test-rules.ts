import type { TransferRules } from './typed-transfer.ts'

export const testRules: TransferRules = {
  coin: 'USDT',
  open: true,
  opensAt: '00:00',
  closesAt: '24:00',
  closing: null,
  minimumValue: '1',
  maximumValue: '10000',
  withoutCodeValue: '100',
  withoutCodeLeft: '100',
  available: '400.12345678',
  price: '1',
  scope: 'any',
  activated: true,
  mayInvite: true,
  googleBound: true,
  stop: null,
  heldUntil: null,
}
