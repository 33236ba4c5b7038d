import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { dayMs, hourMs, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import { wideRules } from '../../test/test-chain.ts'
import { returnMessage } from '../acts/return-message.ts'
import type { PaymentIntent } from '../acts/signer-payments.ts'
import { capsOfMethods, type SigningMethod } from '../signer.ts'
import { methods } from '../signer-queries.ts'
import { DayIsFull, SignerRefused } from '../signer-refused.ts'
import { firstRules, readRules, type SignerRules } from '../signer-rules.ts'
import { signerAt } from '../signer-socket.ts'
import { pinnedNetwork, signerFolder } from '../test-signer.ts'
import { type CountedCap, readCountedCaps } from './signer-costs.ts'

const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const approverKeys = { ada: keyOf(11), ben: keyOf(12) }
const approvers = { ada: publicTextOf(approverKeys.ada), ben: publicTextOf(approverKeys.ben) }
const destination = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const proofLog = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const sweeper = '0xDBC05B1ECB4FDAEF943819C0B04E9EF6DF4BABD6'
const tronToken = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const start = new Date('2026-11-27T12:00:00Z')
const gwei = 1_000_000_000n
const fees = { feeMaxPerGas: `${2n * gwei}`, tipMaxPerGas: `${gwei}` }
const one = unitsPerOne

type Signer = Awaited<ReturnType<ReturnType<typeof signerFolder>['start']>>
type Caps = (typeof capsOfMethods)[SigningMethod][number]
type Scenario = {
  readonly rules: Partial<SignerRules>
  prepare?(signer: Signer): Promise<unknown>
  ask(signer: Signer, number: number, now: number): Promise<unknown>
}

const only = (caps: Partial<Record<CountedCap, bigint>>): Partial<SignerRules> => ({
  dayCaps: { ...wideRules.dayCaps, ...caps },
})
const coinCap = (inDay: bigint): Partial<SignerRules> => ({ USDT: { atOnce: inDay, inDay } })
const payment = (number: number, units = one): PaymentIntent => ({
  ...{ id: `wd:${number}`, chain: 'eth', coin: 'USDT', units: `${units}`, nonce: number },
  ...fees,
})
const withdraw = (signer: Signer, number: number, change: Partial<PaymentIntent> = {}) => {
  const signature = signWith(['idwallet-bind-v1', 'W1', 'eth', destination, 1].join('\n'), keyOf(1))
  const certificate = { walletId: 'W1', chain: 'eth', address: destination, issuedAt: 1, signature }
  const intent = { ...payment(number), ...change, successions: [] }
  return signer.signWithdrawal({ ...intent, certificate: { ...certificate, publicKey: publicTextOf(keyOf(1)) } })
}
const giveBack = (signer: Signer, number: number) => {
  const deposit = { hash: `0x${`${number}`.padStart(64, '0')}`, ordinal: 0 }
  const { id: _, ...intent } = payment(number)
  const text = returnMessage({ chain: 'eth', deposit, address: destination, coin: 'USDT', units: one })
  const approvals = Object.entries(approverKeys).map(([approver, key]) => ({
    approver,
    signature: signWith(text, key),
  }))
  return signer.signReturn({ ...intent, deposit, to: destination, approvals })
}
const sweep = (signer: Signer, number: number, delegating: readonly number[]) =>
  signer.signSweep({ chain: 'eth', coin: 'USDT', nonce: number, ...fees, indexes: [number], delegating })
const tronStep = (signer: Signer, number: number, step: 'fund' | 'move', now: number) =>
  signer.signTronSweep({
    ...{ id: `${step} ${number}`, chain: 'tron', coin: 'USDT', index: number, step },
    amount: `${8_600_000}`,
    terms: {
      ...{ refBlockBytes: '7b3b', refBlockHash: 'b21ace8d6ac20e7e', feeLimit: step === 'fund' ? '0' : '9642750' },
      ...{ timestamp: now, expiration: now + minuteMs },
    },
  })
const writeRoot = (signer: Signer, number: number) => {
  const text = JSON.stringify({ v: 'POL1', day: `2026-11-${10 + number}`, root: '5'.repeat(64) })
  const statement = { text, signature: signWith(text, keyOf(3)), publicKey: publicTextOf(keyOf(3)) }
  return signer.signRoot({ chain: 'eth', nonce: number, ...fees, statement })
}
const reserves = (signer: Signer, number: number) =>
  signer.signReserves({
    ...{
      chain: 'eth',
      epoch: '2026-11-22T00:00:00Z',
      blockHash: `0x${`${number}`.padStart(64, 'a')}`,
      indexes: [1, 2],
    },
  })

const scenarios: {
  readonly [Method in SigningMethod]: Readonly<Record<(typeof capsOfMethods)[Method][number], Scenario>>
} = {
  signWithdrawal: {
    coins: { rules: coinCap(2n * one), ask: (signer, number) => withdraw(signer, number) },
    payments: {
      rules: only({ 'payments.eth': 2n * 300_000n * 2n * gwei }),
      ask: (signer, number) => withdraw(signer, number),
    },
  },
  signReturn: {
    coins: { rules: coinCap(2n * one), ask: giveBack },
    payments: { rules: only({ 'payments.eth': 2n * 300_000n * 2n * gwei }), ask: giveBack },
  },
  signStop: {
    payments: {
      rules: only({ 'payments.eth': 3n * 300_000n * 9n + 2n * (21_000n * 900n * gwei - 300_000n * 9n) }),
      prepare: async (signer) => {
        for (const number of [0, 1, 2]) await withdraw(signer, number, { feeMaxPerGas: '9', tipMaxPerGas: '9' })
      },
      ask: (signer, number) =>
        signer.signStop({ id: `wd:${number}`, chain: 'eth', feeMaxPerGas: `${900n * gwei}`, tipMaxPerGas: `${gwei}` }),
    },
  },
  signSweep: {
    sweeps: {
      rules: only({ 'sweeps.eth': 2n * 160_000n * 2n * gwei }),
      ask: (signer, number) => sweep(signer, number, []),
    },
    delegations: { rules: only({ delegations: 2n }), ask: (signer, number) => sweep(signer, number, [number]) },
  },
  signTronSweep: {
    tronGas: {
      rules: { tronGas: { anAddress: 10_000_000n, inDay: 20_000_000n } },
      ask: (signer, number, now) => tronStep(signer, number, 'fund', now),
    },
    tronMoves: { rules: only({ tronMoves: 2n }), ask: (signer, number, now) => tronStep(signer, number, 'move', now) },
  },
  signRoot: { roots: { rules: only({ 'roots.eth': 2n * 120_000n * 2n * gwei }), ask: writeRoot } },
  signReserves: { reserveBlocks: { rules: only({ reserveBlocks: 2n }), ask: reserves } },
  certifyDeposit: {
    certificates: {
      rules: only({ certificates: 2n }),
      ask: (signer, index) => signer.certifyDeposit({ walletId: `W${index}`, family: 'evm', index }),
    },
  },
}

describe('the caps of the signer', () => {
  let folder: ReturnType<typeof signerFolder>
  let signer: Signer
  const clock = stoppedClock(start)
  const open = async (rules: Partial<SignerRules>) => {
    signer = await folder.start({ rules: { ...wideRules, approvers, ...rules }, clock })
  }
  beforeEach(() => {
    folder = signerFolder()
    clock.set(start)
  })
  afterEach(async () => {
    await signer.stop()
    folder.remove()
  })

  it('bound every method that signs: each one of its socket is in the table, or signs nothing', () => {
    const unsigned = [
      'publicKeys',
      'memory',
      'mark',
      'pinNetwork',
      'pinHolders',
      'pinDestination',
      'askChange',
      'dropChange',
    ]
    expect(methods.filter((method) => !unsigned.includes(method)).toSorted()).toEqual(
      Object.keys(capsOfMethods).toSorted(),
    )
    for (const [method, caps] of Object.entries(capsOfMethods)) expect(caps.length, method).toBeGreaterThan(0)
    return open({})
  })

  const rows = Object.entries(scenarios).flatMap(([method, caps]) =>
    (Object.entries(caps) as [Caps, Scenario][]).map(([cap, scenario]) => ({ method, cap, scenario })),
  )
  it.each(rows)('$method is held to $cap in 24 hours, also after a restart, and not longer', async ({ scenario }) => {
    const { rules, prepare, ask } = scenario
    const now = () => clock.now().getTime()
    await open(rules)
    await signer.pinNetwork({ ...pinnedNetwork, sweeper, proofLog })
    await signer.pinNetwork({ chain: 'tron', evmChainId: 1, tokens: { USDT: tronToken } })
    await prepare?.(signer)
    const first = await ask(signer, 0, start.getTime())
    clock.advance(hourMs)
    await ask(signer, 1, now())
    await expect(ask(signer, 2, now())).rejects.toThrow(/in 24 hours/)
    await expect(ask(signer, 2, now())).rejects.toThrow(SignerRefused)
    await signer.stop()
    await open(rules)
    await expect(ask(signerAt(signer.socket) as Signer, 2, now())).rejects.toThrow(/in 24 hours/)
    // Requesting the same bytes again costs nothing.
    expect(await ask(signer, 0, start.getTime())).toEqual(first)
    clock.advance(-3 * dayMs)
    await expect(ask(signer, 2, now())).rejects.toThrow(SignerRefused)
    clock.set(new Date(start.getTime() + dayMs - 1))
    await expect(ask(signer, 2, now())).rejects.toThrow(/in 24 hours/)
    clock.advance(1 + minuteMs)
    await ask(signer, 2, now())
    await expect(ask(signer, 3, now())).rejects.toThrow(SignerRefused)
  })

  it('count of a number what the dearest of its transactions costs', async () => {
    const each = 300_000n * 2n * gwei
    await open(only({ 'payments.eth': 2n * each }))
    await signer.pinNetwork(pinnedNetwork)
    await withdraw(signer, 0)
    const raised = { feeMaxPerGas: `${4n * gwei}`, tipMaxPerGas: `${2n * gwei}` }
    await withdraw(signer, 0, raised)
    expect((await signer.memory()).gasLeft.eth).toBe('0')
    await expect(withdraw(signer, 1)).rejects.toThrow(DayIsFull)
    await expect(withdraw(signer, 0, { feeMaxPerGas: `${8n * gwei}`, tipMaxPerGas: `${4n * gwei}` })).rejects.toThrow(
      'more of payments.eth',
    )
    await withdraw(signer, 0, raised)
  })

  it('let a sweep delegate nothing but what it empties, each once', async () => {
    await open({})
    await signer.pinNetwork({ ...pinnedNetwork, sweeper })
    for (const delegating of [[1], [0, 0], Array.from({ length: 10_000 }, (_, index) => index)])
      await expect(sweep(signer, 0, delegating)).rejects.toThrow('not part of the sweep')
  })

  it('stand in the first rules, and hold with the same numbers where an older file does not name them', async () => {
    const first = JSON.parse(firstRules()) as Record<string, unknown>
    const { dayCaps: _, newDestinationDays: __, ...older } = first
    expect(readRules(JSON.stringify(older))).toEqual(readRules(firstRules()))
    expect(readRules(firstRules()).dayCaps).toEqual(readCountedCaps())
    expect(readCountedCaps({ payments: { eth: '0.5' }, delegations: 3 })).toMatchObject({
      'payments.eth': 5n * 10n ** 17n,
      'payments.tron': 50_000_000_000n,
      delegations: 3n,
    })
    for (const dayCaps of [{ payments: { eth: 'x' } }, { delegations: -1 }, { delegations: 1.5 }, { sweps: {} }])
      expect(() => readRules(JSON.stringify({ ...first, dayCaps }))).toThrow("the signer's rules")
    await open({})
  })
})
