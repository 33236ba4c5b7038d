import { TronWeb } from 'tronweb'
import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, minuteMs, stoppedClock } from '#kit/time/clock.ts'
import { depositAddress } from '../../keys/derivation.ts'
import { wideRules } from '../../test/test-chain.ts'
import { readTransaction } from '../../tron/transaction.ts'
import { trc20TransferData } from '../../tron/trc20.ts'
import { firstRules, readRules } from '../signer-rules.ts'
import { signerAt } from '../signer-socket.ts'
import type { RunningSigner } from '../start-signer.ts'
import { signerForEach } from '../test-signer.ts'
import type { TronSweepIntent } from './signer-tron-sweep.ts'

const token = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const trx = 1_000_000n

describe('the signer of sweeps on TRON', () => {
  const start = new Date('2026-11-22T12:00:00Z')
  const rules = { ...wideRules, tronGas: { anAddress: 20n * trx, inDay: 50n * trx } }
  let clock: ReturnType<typeof stoppedClock>
  let signer: RunningSigner
  let counted = 0
  const own = signerForEach(
    (started) => {
      signer = started
    },
    () => {
      clock = stoppedClock(start)
      return { rules, clock }
    },
  )
  beforeEach(() => signer.pinNetwork({ chain: 'tron', evmChainId: 1, tokens: { USDT: token } }))
  const intent = (change: Partial<TronSweepIntent> = {}): TronSweepIntent => {
    const timestamp = clock.now().getTime()
    counted += 1
    const isFund = (change.step ?? 'fund') === 'fund'
    return {
      id: `step ${counted}`,
      chain: 'tron',
      coin: 'USDT',
      index: 7,
      step: 'fund',
      amount: isFund ? '7071350' : '70000000',
      terms: {
        refBlockBytes: '7b3b',
        refBlockHash: 'b21ace8d6ac20e7e',
        timestamp,
        expiration: timestamp + 10 * minuteMs,
        feeLimit: isFund ? '0' : '9642750',
      },
      ...change,
    }
  }
  const sign = (change: Partial<TronSweepIntent> = {}) => signer.signTronSweep(intent(change))
  const addressAt = async (index: number) => depositAddress((await signer.publicKeys()).tron.depositXpub, index, 'tron')

  it('sends TRX from the gas account to its own deposit addresses, and coins from them to the hot wallet, nowhere else', async () => {
    const { hotAddress, gasAddress } = (await signer.publicKeys()).tron
    expect(new Set([hotAddress, gasAddress, await addressAt(7)]).size).toBe(3)
    const fund = readTransaction((await signerAt(signer.socket).signTronSweep(intent())).raw)
    expect(fund.signer).toBe(gasAddress)
    expect(fund.transaction.contract).toEqual({
      kind: 'TransferContract',
      from: gasAddress,
      to: await addressAt(7),
      sun: 7_071_350n,
    })
    const move = readTransaction((await sign({ step: 'move' })).raw)
    expect(move.signer).toBe(await addressAt(7))
    expect(move.transaction).toMatchObject({
      feeLimit: 9_642_750n,
      contract: {
        from: await addressAt(7),
        contract: token,
        data: trc20TransferData(hotAddress, 70_000_000n),
        callValue: 0n,
      },
    })
    const turned = { ...intent({ step: 'move', index: 8 }), to: gasAddress, hotAddress: gasAddress }
    expect(readTransaction((await signer.signTronSweep(turned)).raw).transaction.contract).toMatchObject({
      data: trc20TransferData(hotAddress, 70_000_000n),
    })
  })

  it('makes what tronweb makes of the same step, byte for byte', async () => {
    const { hotAddress, gasAddress } = (await signer.publicKeys()).tron
    const oracle = new TronWeb({ fullHost: 'http://127.0.0.1:9' }).transactionBuilder
    const headOf = ({ terms }: TronSweepIntent) => ({
      ref_block_bytes: terms.refBlockBytes,
      ref_block_hash: terms.refBlockHash,
      expiration: terms.expiration,
      timestamp: terms.timestamp,
    })
    const [fund, move] = [intent(), intent({ step: 'move' })]
    const from = await addressAt(7)
    const theirs = [
      await oracle.sendTrx(from, Number(fund.amount), gasAddress, { blockHeader: headOf(fund) }),
      (
        await oracle.triggerSmartContract(
          token,
          'transfer(address,uint256)',
          { txLocal: true, feeLimit: Number(move.terms.feeLimit), callValue: 0, blockHeader: headOf(move) },
          [
            { type: 'address', value: hotAddress },
            { type: 'uint256', value: move.amount },
          ],
          from,
        )
      ).transaction,
    ]
    const ours = [await signer.signTronSweep(fund), await signer.signTronSweep(move)]
    expect(ours.map(({ hash }) => hash)).toEqual(theirs.map(({ txID }) => txID))
    expect(ours.every(({ raw }, index) => raw.includes(theirs[index]?.raw_data_hex.toLowerCase() ?? '-'))).toBe(true)
  })

  it('signs one transaction for an id, and none beside another that may still be mined, also after it was started again', async () => {
    const first = intent()
    const signed = await signer.signTronSweep(first)
    expect(await signer.signTronSweep(first)).toEqual(signed)
    await expect(signer.signTronSweep({ ...first, amount: '8000000' })).rejects.toThrow('with other contents')
    await expect(sign()).rejects.toThrow('may still be mined')
    await own.restart()
    expect(await signer.signTronSweep(first)).toEqual(signed)
    await expect(sign()).rejects.toThrow('may still be mined')
    await sign({ step: 'move' })
    await sign({ index: 8 })
    clock.advance(10 * minuteMs)
    await expect(sign()).rejects.toThrow('may still be mined')
    clock.advance(1)
    await sign()
  })

  it('gives an address, and all of them together, no more TRX in 24 hours than its rules say', async () => {
    await expect(sign({ amount: `${19n * trx}` })).rejects.toThrow('gives an address in 24 hours')
    // Each funding also counts 1.4 TRX that it may burn.
    await sign({ amount: `${18n * trx}` })
    clock.advance(11 * minuteMs)
    await expect(sign({ amount: '1' })).rejects.toThrow('gives an address in 24 hours')
    await sign({ index: 8, amount: `${18n * trx}` })
    await expect(sign({ index: 9, amount: `${12n * trx}` })).rejects.toThrow('gives in 24 hours')
    await sign({ index: 9, amount: `${5n * trx}` })
    for (let index = 10; index < 13; index += 1) await sign({ index, amount: '1' })
    await expect(sign({ index: 13, amount: '1' })).rejects.toThrow('gives in 24 hours')
    clock.set(new Date(start.getTime() - 10 * dayMs))
    await expect(sign({ index: 14, amount: '1' })).rejects.toThrow('gives in 24 hours')
    clock.set(new Date(start.getTime() + dayMs + 12 * minuteMs))
    await sign({ amount: `${18n * trx}` })
  })

  it('refuses what is no step, no place, no amount, no coin it pinned, and terms that burn or last too much', async () => {
    const { terms } = intent()
    const wrong: readonly [Partial<TronSweepIntent>, string][] = [
      [{ chain: 'eth' }, 'not swept so'],
      [{ coin: 'WLD' }, 'not swept so'],
      [{ index: -1 }, 'no such place'],
      [{ index: 2 ** 31 }, 'no such place'],
      [{ step: 'give' as 'fund' }, 'no such step'],
      ...['0', '-1', '1.5', '', '0x10', '99999999999999999999'].map((amount): [Partial<TronSweepIntent>, string] => [
        { amount },
        'amount does not make sense',
      ]),
      [{ terms: { ...terms, feeLimit: '5' } }, 'fee does not make sense'],
      [{ step: 'move', terms }, 'fee does not make sense'],
      [{ step: 'move', terms: { ...terms, feeLimit: '100000001' } }, 'above the cap'],
      [{ terms: { ...terms, expiration: terms.timestamp + 3_600_001 } }, 'good for too long'],
      [
        { terms: { ...terms, timestamp: terms.timestamp + dayMs, expiration: terms.expiration + dayMs } },
        'good for too long',
      ],
      [{ terms: { ...terms, refBlockHash: 'zz' } }, 'reference to a block'],
    ]
    for (const [change, why] of wrong) await expect(sign(change), why).rejects.toThrow(why)
  })

  it('has limits for the gas account in its rules, those of the first start where an older file names none', () => {
    const first = JSON.parse(firstRules()) as Record<string, unknown>
    expect(readRules(JSON.stringify(first)).tronGas).toEqual({ anAddress: 50n * trx, inDay: 3000n * trx })
    expect(readRules(JSON.stringify({ ...first, tronGas: undefined })).tronGas.inDay).toBe(3000n * trx)
    for (const tronGas of [{ anAddress: '5' }, { anAddress: '5', inDay: '4' }, { anAddress: 'x', inDay: '9' }])
      expect(() => readRules(JSON.stringify({ ...first, tronGas }))).toThrow('what the gas account gives')
  })
})
