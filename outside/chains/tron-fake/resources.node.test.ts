import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TronAddress } from '#kit/chain/tron-address.ts'
import { hourMs } from '#kit/time/clock.ts'
import type { TronContract } from '../tron/contract.ts'
import { type TronKeyPair, tronKeyAt } from '../tron/derivation.ts'
import { readTransaction, signTronTransaction } from '../tron/transaction.ts'
import { trc20TransferData } from '../tron/trc20.ts'
import { devTransaction, simulatedUsdt } from './dev-tron.ts'
import { type TestTron, testTron } from './test-tron.ts'

const trx = 1_000_000n
/** Daily energy per TRX of stake: 180 thousand million units for 19 thousand million TRX. */
const energyOf = (stake: number) => Math.floor((stake * 180) / 19)

describe('the simulated TRON network keeps accounts as the true one does:', () => {
  let tron: TestTron
  let customer: TronKeyPair
  let count = 0
  beforeEach(async () => {
    tron = await testTron()
    customer = tronKeyAt(new Uint8Array(32).fill(7), "m/44'/195'/0'/0/0")
    tron.give(customer.address, '100')
    tron.mine()
  })
  afterEach(() => tron.close())

  const usdt = (from: TronAddress, to: string): TronContract => {
    const data = trc20TransferData(to, 1_000_000n)
    return { kind: 'TriggerSmartContract', from, contract: simulatedUsdt, data, callValue: 0n }
  }
  /** Mines a block. @returns TRON's error, or the outcome */
  const send = (by: TronKeyPair, contract: TronContract, feeLimit = 100n * trx) => {
    count += 1
    const { transaction } = readTransaction(devTransaction(tron.chain, by, contract, count))
    const isCall = contract.kind === 'TriggerSmartContract'
    const { raw, hash } = signTronTransaction({ ...transaction, feeLimit: isCall ? feeLimit : 0n }, by.privateKey)
    const answer = tron.chain.broadcast(raw)
    if (!('result' in answer)) return answer.code
    tron.mine()
    return tron.chain.find(hash)?.transaction.outcome
  }
  const faucet = () => tron.keys.faucet
  const pay = (to: TronAddress, sun: bigint) =>
    send(faucet(), { kind: 'TransferContract', from: faucet().address, to, sun })

  it('an address that never got TRX can send nothing, though it holds coins; the first TRX to it costs 1.1 more', () => {
    const { address } = customer
    expect(send(customer, usdt(address, tron.hotAddress))).toBe('CONTRACT_VALIDATE_ERROR')
    expect(pay(address, 5n * trx)).toMatchObject({ netFee: 1_100_000n, netUsage: 0 })
    expect(tron.sun(address)).toBe(5n * trx)
    expect(pay(address, 1n)).toMatchObject({ netFee: 265_000n })
    expect(pay(address, 0n)).toBe('CONTRACT_VALIDATE_ERROR')
  })

  it('without the TRX for energy it burns all it has and moves nothing; with it, what the transfer takes', () => {
    const { address } = customer
    pay(address, 5n * trx)
    expect(send(customer, usdt(address, tron.hotAddress))).toMatchObject({
      result: 'OUT_OF_ENERGY',
      energy: 50_000,
      energyFee: 5n * trx,
    })
    expect([tron.sun(address), tron.balance(address)]).toEqual([0n, 100_000_000n])
    tron.advance(24 * hourMs)
    tron.mine()
    pay(address, 7n * trx)
    expect(send(customer, usdt(address, tron.hotAddress))).toMatchObject({ result: 'SUCCESS', energyFee: 6_428_500n })
    expect([tron.sun(address), tron.balance(address)]).toEqual([571_500n, 99_000_000n])
  })

  it('the free bytes of a day are 600 and grow back evenly; beyond them each byte burns a thousand sun, or nothing moves', () => {
    const { address } = customer
    pay(address, 100n * trx)
    const first = send(customer, usdt(address, tron.hotAddress))
    expect(first).toMatchObject({ netUsage: expect.any(Number), netFee: 0n })
    const bytes = typeof first === 'object' ? first.netUsage : 0
    expect(bytes).toBeGreaterThan(300)
    expect(send(customer, usdt(address, tron.hotAddress))).toMatchObject({ netUsage: 0, netFee: BigInt(bytes) * 1000n })
    tron.advance(12 * hourMs)
    tron.mine()
    expect(send(customer, usdt(address, tron.hotAddress))).toMatchObject({ netUsage: bytes, netFee: 0n })
    tron.chain.newest.sun.set(address, 1000n)
    expect(send(customer, usdt(address, tron.hotAddress))).toBe('BANDWITH_ERROR')
  })

  it('staked energy can be lent and taken back, pays before TRX, and what was used grows back at the lender’s', () => {
    const { address } = customer
    const from = faucet().address
    const lend = (sun: bigint) => send(faucet(), { kind: 'DelegateResourceContract', from, to: address, sun })
    const takeBack = (sun: bigint) => send(faucet(), { kind: 'UnDelegateResourceContract', from, to: address, sun })
    const energy = () => tron.energy(address)
    expect(lend(trx)).toBe('CONTRACT_VALIDATE_ERROR')
    expect(send(faucet(), { kind: 'FreezeBalanceV2Contract', from, sun: trx - 1n })).toBe('CONTRACT_VALIDATE_ERROR')
    expect(send(faucet(), { kind: 'FreezeBalanceV2Contract', from, sun: 10_000n * trx })).toMatchObject({
      result: 'SUCCESS',
    })
    // No lending to an unknown address, to the lender, or above the stake.
    expect(lend(7_000n * trx)).toBe('CONTRACT_VALIDATE_ERROR')
    pay(address, 1n)
    expect(lend(10_001n * trx)).toBe('CONTRACT_VALIDATE_ERROR')
    lend(7_000n * trx)
    expect(energy()).toEqual({ limit: energyOf(7_000), used: 0 })
    expect(send(customer, usdt(address, tron.hotAddress))).toMatchObject({
      result: 'SUCCESS',
      energyUsage: 64_285,
      energyFee: 0n,
    })
    expect(energy().used).toBe(64_285)
    expect(takeBack(7_001n * trx)).toBe('CONTRACT_VALIDATE_ERROR')
    takeBack(7_000n * trx)
    expect(energy()).toEqual({ limit: 0, used: 0 })
    // Stake whose energy was used cannot be lent until it recovers.
    expect(tron.energy(from).used).toBeGreaterThan(64_000)
    expect(lend(7_000n * trx)).toBe('CONTRACT_VALIDATE_ERROR')
    tron.advance(24 * hourMs)
    tron.mine()
    expect(lend(7_000n * trx)).toMatchObject({ result: 'SUCCESS' })
  })

  it('a call takes no more than its limit pays for, the energy of stake counted in', () => {
    const { address } = customer
    pay(address, 100n * trx)
    tron.lend(address, 7_000n * trx)
    expect(send(customer, usdt(address, tron.hotAddress), 6_428_400n)).toMatchObject({
      result: 'OUT_OF_ENERGY',
      energyUsage: 64_284,
      energyFee: 0n,
    })
  })
})
