import { describe, expect, it } from 'vitest'
import { progressOf } from './checks.ts'
import { onlyReported, proofChecks } from './proof-checks.ts'
import type { NetworkReading, ReservesFound } from './reserves-found.ts'

const found = (sums: ReservesFound['sums'], networks: Readonly<Record<string, NetworkReading>>): ReservesFound => ({
  sums,
  networks: new Map(Object.entries(networks)),
})
const right = { is: 'right', coins: [] } as const
const mine = { is: 'right', amounts: [{ coin: 'USDT', amount: '1' }] } as const

describe('the checks of a proof', () => {
  it('are one for each part that this device can check', () => {
    const reserves = found(right, { bsc: { is: 'read' }, eth: { is: 'now' }, tron: { is: 'said', why: 'node' } })
    const checks = proofChecks('right', mine, reserves)
    expect(checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'owed right',
      'mine right',
      'held right',
      'network bsc right',
      'network eth right',
    ])
    expect(progressOf(checks).is).toBe('right')
    expect(onlyReported(reserves)).toEqual(['tron'])
  })

  it('leave out the coins of a guest, and of a wallet that had none', () => {
    expect(proofChecks('checking', { is: 'out' }, 'waiting').map(({ name }) => name)).toEqual(['owed', 'held'])
    expect(proofChecks('right', { is: 'out' }, undefined).map(({ name }) => name)).toEqual(['owed'])
    expect(proofChecks('right', { is: 'none' }, undefined).map(({ name }) => name)).toEqual(['owed'])
  })

  it('are not all made where a node does not answer, or less is there than was owed', () => {
    for (const reading of [{ is: 'said', why: 'answer' }, { is: 'less' }] as const) {
      const progress = progressOf(proofChecks('right', mine, found(right, { bsc: reading })))
      expect(progress).toMatchObject({ is: 'open', open: ['network bsc'] })
    }
    expect(progressOf(proofChecks('unchecked', mine, found({ is: 'open' }, {})))).toMatchObject({
      is: 'open',
      open: ['owed', 'held'],
    })
  })

  it('name the part that does not hold', () => {
    const wrong = { is: 'wrong', detail: 'x' } as const
    const of = (...given: Parameters<typeof proofChecks>) => progressOf(proofChecks(...given)).wrong
    expect(of('wrong', mine, found(right, {}))).toBe('owed')
    expect(of('right', { is: 'wrong' }, found(right, {}))).toBe('mine')
    expect(of('right', mine, found(wrong, {}))).toBe('held')
    expect(of('right', mine, found(right, { bsc: wrong }))).toBe('network bsc')
  })

  it('are still going on while the answers are fetched', () => {
    expect(progressOf(proofChecks('checking', { is: 'waiting' }, 'waiting'))).toMatchObject({ is: 'checking', done: 0 })
  })
})
