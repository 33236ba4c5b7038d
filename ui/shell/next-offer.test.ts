import { expect, it } from 'vitest'
import { nextOffer, type Offer } from './next-offer.ts'

it('makes one offer after each success, each of them once, and none that the device cannot take', async () => {
  const made: Offer[] = []
  const succeed = async (can: readonly Offer[]) => {
    const offer = await nextOffer({ can: (each) => can.includes(each), wasMade: async (each) => made.includes(each) })
    if (offer) made.push(offer)
    return offer
  }
  expect(await succeed([])).toBeUndefined()
  expect(await succeed(['push', 'install'])).toBe('push')
  expect(await succeed(['passkey', 'push', 'install'])).toBe('passkey')
  expect(await succeed(['passkey', 'push', 'install'])).toBe('install')
  expect(await succeed(['passkey', 'push', 'install'])).toBeUndefined()
})
