import { expect, it } from 'vitest'
import { addressGroups } from './address-groups.ts'

const address = '0x52908400098527886E0F7030069857D2E4169EE7'

it('cuts an address into six, fives and six characters', () => {
  expect(addressGroups(address)).toEqual(['0x5290', '84000', '98527', '886E0', 'F7030', '06985', '7D2E4', '169EE7'])
})

it('loses nothing: the groups joined are the text again', () => {
  for (let length = 0; length <= address.length; length++) {
    const part = address.slice(0, length)
    expect(addressGroups(part).join('')).toBe(part)
    expect(addressGroups(part, address.length).join('')).toBe(part)
  }
})

it('keeps the groups that stand there while the rest is typed', () => {
  const whole = addressGroups(address)
  for (let length = 1; length <= address.length; length++) {
    const groups = addressGroups(address.slice(0, length), address.length)
    expect(groups.slice(0, -1)).toEqual(whole.slice(0, groups.length - 1))
  }
})
