import { describe, expect, it } from 'vitest'
import type { Statement } from '../tree/format.ts'
import {
  coveringOf,
  hotText,
  type ReservePart,
  type ReserveStatement,
  readHotText,
  readReserveText,
  reservesOf,
  reserveText,
  unitsOf,
} from './reserves.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const line = (role: ReservePart['addresses'][number]['role'], base = '0') => ({
  ...{ address: address('2'), role, signature: `0x${'3'.repeat(130)}`, amounts: { USDT: base } },
})
const part = (changes: Partial<ReservePart> = {}): ReservePart => ({
  ...{ chain: 'bsc', evmChainId: '56', block: 0, hash: 'a'.repeat(64), after: {} },
  ...{ tokens: { USDT: { address: address('1'), decimals: 18 } }, addresses: [line('hot', `5${'0'.repeat(10)}`)] },
  ...changes,
})
const statement: ReserveStatement = {
  ...{ v: 'RES1', day: '2026-11-22', epoch: '2026-11-23T00:00:00.000Z', made: '2026-11-23T00:05:00.000Z' },
  ...{ statement: 'b'.repeat(64), assets: ['USDT'], chains: [part()], reserves: ['5'] },
}
const booked = (owed: readonly string[], venue: readonly string[]) =>
  ({ owed, booked: { venue } }) as unknown as Pick<Statement, 'owed' | 'booked'>

describe('units of a token', () => {
  it('round down to eight decimals, and grow where the token has fewer', () => {
    expect(unitsOf(19_999_999_999n, 18)).toBe(1n)
    expect(unitsOf(7n, 8)).toBe(7n)
    expect(unitsOf(7n, 6)).toBe(700n)
    expect(unitsOf(7n, 0)).toBe(700_000_000n)
  })
})

describe('the reserves of a coin', () => {
  it('add up addresses and chains, less what came after the cutoff', () => {
    expect(reservesOf([part()], 'USDT')).toBe(5n)
    const two = [line('hot', '10000000000'), line('cold', '20000000000'), { ...line('deposit'), amounts: {} }]
    expect(reservesOf([part({ addresses: two }), part({ chain: 'eth' })], 'USDT')).toBe(8n)
    expect(reservesOf([part({ after: { USDT: '2' } })], 'USDT')).toBe(3n)
    expect(reservesOf([part({ after: { USDT: '-2' } })], 'USDT')).toBe(7n)
  })

  it('are never below nothing, and nothing where no chain carries the coin', () => {
    expect(reservesOf([part({ after: { USDT: '4' } })], 'USDT')).toBe(1n)
    expect(reservesOf([part({ after: { USDT: '6' } })], 'USDT')).toBe(0n)
    expect(reservesOf([part()], 'WLD')).toBe(0n)
  })
})

describe('what reserves cover', () => {
  const covers = (reserves: string, owed: string, venue = '0') =>
    coveringOf({ assets: ['USDT'], reserves: [reserves] }, booked([owed], [venue]))[0]

  it('is what is owed on chains, to the last unit', () => {
    expect(covers('15', '15')).toMatchObject({ isCovered: true, ratio: 100_000_000n })
    expect(covers('14', '15')).toMatchObject({ isCovered: false, ratio: 93_333_333n })
    expect(covers('12', '15', '3')).toMatchObject({ isCovered: true, owed: 15n, venue: 3n, ratio: 100_000_000n })
    expect(covers('11', '15', '3')).toMatchObject({ isCovered: false })
  })

  it('has no ratio where nothing is owed on chains', () => {
    for (const [owed = '', venue = ''] of [
      ['0', '0'],
      ['3', '3'],
      ['3', '4'],
    ])
      expect(covers('0', owed, venue)).toMatchObject({ isCovered: true, ratio: undefined })
  })
})

describe('the signed texts', () => {
  it('name reserves by coin, and the coins that are short', () => {
    const { text, short } = reserveText({
      statement: {
        ...{ day: statement.day, epoch: statement.epoch, assets: ['USDT', 'WLD'] },
        ...booked(['5', '1'], ['0', '0']),
      } as unknown as Statement,
      digest: statement.statement,
      chains: statement.chains,
      made: new Date(statement.made),
    })
    expect(readReserveText(text)).toEqual({ ...statement, assets: ['USDT', 'WLD'], reserves: ['5', '0'] })
    expect(short).toEqual(['WLD'])
  })

  it('of hot addresses leave out those that pay no withdrawals', () => {
    const addresses = (['payout', 'hot', 'cold', 'deposit'] as const).map((role) => line(role))
    const text = hotText({ ...statement, chains: [part({ addresses })] }, 'c'.repeat(64))
    const hot = readHotText(text)
    expect(hot).toMatchObject({ v: 'HOT1', day: statement.day, reserves: 'c'.repeat(64) })
    expect(hot.chains[0]?.addresses.map(({ role }) => role)).toEqual(['payout', 'hot'])
    expect(() => readHotText(text.replace('"role":"hot"', '"role":"cold"'))).toThrow('unreadable HOT1')
    expect(() => readHotText(JSON.stringify(statement))).toThrow('unreadable HOT1')
  })

  it('are refused in any other form', () => {
    const read = (changes: Partial<ReserveStatement> | { chains: readonly object[] }) => () =>
      readReserveText(JSON.stringify({ ...statement, ...changes }))
    expect(read({})).not.toThrow()
    const token = (decimals: number) => ({ tokens: { USDT: { address: address('1'), decimals } } })
    expect(read({ chains: [part(token(0))] })).not.toThrow()
    for (const wrong of [
      read({ v: 'RES2' as 'RES1' }),
      read({ statement: 'b'.repeat(63) }),
      read({ assets: ['usdt'] }),
      read({ reserves: ['-1'] }),
      read({ chains: [part({ block: -1 })] }),
      read({ chains: [part({ block: 0.5 })] }),
      read({ chains: [part(token(19))] }),
      read({ chains: [part({ after: { USDT: '-0' } })] }),
      read({ chains: [part({ evmChainId: '0' })] }),
    ])
      expect(wrong).toThrow('unreadable RES1')
  })
})
