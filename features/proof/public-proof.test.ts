import { describe, expect, it } from 'vitest'
import { isSignedBy } from '#kit/seal/signed-text.ts'
import { publishedDay, sign } from '#proofs/tree/test-day.ts'
import { addAmounts, isOld } from './checks/own-sums.ts'
import { checkPublic } from './public-proof.ts'

const assets = ['USDT']
const house = [{ owner: 'pool:dual', owed: [['pool', [70n]]] as const }]
const day = (name: string, before?: ReturnType<typeof publishedDay>) => {
  const made = publishedDay({ day: name, assets, wallets: [], house, capital: [5n], before: before?.published })
  return { ...made, published: { day: name, ...made.published } }
}
const first = day('2026-11-20')
const second = day('2026-11-21', first)
const proofs = JSON.stringify([second.proof('pool:dual')])
const check = (statements: readonly (typeof first)['published'][], of = proofs) =>
  checkPublic({ statements, house: of }, isSignedBy)

describe('the public part of a proof', () => {
  it('is right where statements follow one another and the company is in the tree', async () => {
    expect(await check([second.published, first.published])).toEqual({
      is: 'right',
      statements: 2,
      accounts: 1,
      isWhole: true,
    })
    expect(await check([second.published])).toMatchObject({ is: 'right', statements: 1, isWhole: false })
  })

  it('is wrong without a pool, with another day between, by another key, or with nothing', async () => {
    expect(await check([second.published, first.published], '[]')).toEqual({ is: 'wrong', detail: 'pool:dual pool' })
    expect(await check([second.published, day('2026-11-19').published])).toMatchObject({ detail: 'previous' })
    const thief = { day: '2026-11-20', ...sign(first.text, new Uint8Array(32).fill(1)) }
    expect(await check([second.published, thief])).toMatchObject({ detail: 'another key' })
    expect((await check([second.published], '{')).is).toBe('wrong')
    expect((await check([])).is).toBe('wrong')
    const changed = { statements: [second.published], changed: '2026-11-20', house: proofs }
    expect(await checkPublic(changed, isSignedBy)).toEqual({
      is: 'wrong',
      detail: '2026-11-20 is not the one this device kept',
    })
  })
})

describe('what a badge says', () => {
  it('adds up kinds of a coin, and knows a statement that should have been followed', () => {
    const amount = (coin: string, proven: string) => ({ coin, kind: 'held' as const, proven, since: '0', shown: '0' })
    expect(addAmounts([amount('USDT', '1.5'), amount('USDT', '2'), amount('WLD', '0')])).toEqual([
      { coin: 'USDT', amount: '3.5' },
    ])
    expect(isOld('2026-11-22T00:00:00Z', '2026-11-23T01:00:00Z')).toBe(false)
    expect(isOld('2026-11-22T00:00:00Z', '2026-11-23T02:00:01Z')).toBe(true)
  })
})
