import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { decodeFunctionData, keccak256, parseAbi, parseTransaction, recoverTransactionAddress, toBytes } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { proofTextOf } from '#kit/seal/signed-lines.ts'
import { dayMs, stoppedClock } from '#kit/time/clock.ts'
import type { TronTerms } from '../port.ts'
import { wideRules } from '../test/test-chain.ts'
import { readTransaction } from '../tron/transaction.ts'
import { trc20TransferData } from '../tron/trc20.ts'
import type { WithdrawalIntent } from './acts/signer-payments.ts'
import type { Certificate } from './limits/certificate.ts'
import { signerAt } from './signer-socket.ts'
import type { RunningSigner } from './start-signer.ts'
import { pinnedNetwork as network, signerForEach } from './test-signer.ts'

const destination = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const elsewhere = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const vaultAbi = parseAbi(['function pay(bytes32 id, address token, address to, uint256 amount)'])

const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const publicText = (key: Uint8Array) => base64urlnopad.encode(ed25519.getPublicKey(key))
const signText = (text: string, key: Uint8Array) => base64urlnopad.encode(ed25519.sign(utf8ToBytes(text), key))

function certificate(key: Uint8Array, address: string = destination, walletId = 'W1'): Certificate {
  const text = ['idwallet-bind-v1', walletId, 'eth', address, 1_764_000_000].join('\n')
  const signature = signText(text, key)
  return { walletId, chain: 'eth', address, issuedAt: 1_764_000_000, publicKey: publicText(key), signature }
}
const intent = (change: Partial<WithdrawalIntent> = {}): WithdrawalIntent => ({
  id: 'wd:1',
  chain: 'eth',
  coin: 'USDT',
  units: '4970000000',
  nonce: 0,
  feeMaxPerGas: '2000000000',
  tipMaxPerGas: '1000000000',
  certificate: certificate(keyOf(1)),
  successions: [],
  ...change,
})

describe('the signer', () => {
  let signer: RunningSigner
  const { start, restart, pathOf } = signerForEach((started) => {
    signer = started
  })
  beforeEach(() => signer.pinNetwork(network))

  it('builds the call of the payout contract from the intent and signs it with the hot key, over its socket', async () => {
    const { raw } = await signerAt(signer.socket).signWithdrawal(intent())
    const { hotAddress } = (await signerAt(signer.socket).publicKeys()).evm
    const transaction = parseTransaction(raw as `0x02${string}`)
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(hotAddress)
    expect(transaction).toMatchObject({ chainId: 31337, to: network.vault.toLowerCase() })
    expect(transaction.value ?? 0n).toBe(0n)
    expect(decodeFunctionData({ abi: vaultAbi, data: transaction.data ?? '0x' }).args).toEqual([
      keccak256(toBytes('wd\n31337\neth\nwd:1')),
      network.tokens.USDT,
      destination,
      49_700_000n,
    ])
  })

  it('gives the same bytes for the same intent, also after a restart', async () => {
    const first = await signer.signWithdrawal(intent())
    await restart()
    expect(await signer.signWithdrawal(intent())).toEqual(first)
  })

  it('refuses another payload for the same withdrawal, whatever differs', async () => {
    await signer.signWithdrawal(intent())
    await restart()
    for (const change of [{ units: '4970000001' + '00' }, { nonce: 1 }, { feeMaxPerGas: '2000000001' }])
      await expect(signer.signWithdrawal(intent(change)), JSON.stringify(change)).rejects.toThrow('with other contents')
  })

  it('signs the same payment again for an eighth more, five times, for nothing else, and counts it once', async () => {
    await signer.signWithdrawal(intent())
    const fees = (fee: number, tip: number) => ({ feeMaxPerGas: `${fee}`, tipMaxPerGas: `${tip}` })
    const again = (change: Partial<WithdrawalIntent>) => signer.signWithdrawal(intent(change))
    for (const change of [fees(2_249_999_999, 2_000_000_000), fees(3_000_000_000, 1_124_999_999)])
      await expect(again(change)).rejects.toThrow('with other contents')
    const raised = fees(2_250_000_000, 1_125_000_000)
    for (const change of [{ nonce: 1 }, { units: '4970000100' }])
      await expect(again({ ...raised, ...change })).rejects.toThrow('with other contents')
    const first = await again(raised)
    await restart()
    expect(await again(raised)).toEqual(first)
    await expect(again({})).resolves.toHaveProperty('hash')
    for (let count = 2; count <= 5; count += 1)
      await again(fees(4_000_000_000 * count ** 2, 4_000_000_000 * count ** 2))
    await expect(again(fees(900_000_000_000, 900_000_000_000))).rejects.toThrow('with other contents')
    const { limits, next } = await signer.memory()
    expect({ left: limits.USDT.left, next }).toEqual({
      left: `${100_000n * unitsPerOne - 4_970_000_000n}`,
      next: { 31337: 1 },
    })
  })

  it('gives the number of a payment to a transaction that moves nothing, and pays nothing with it after that', async () => {
    const stop = { id: 'wd:1', chain: 'eth', feeMaxPerGas: '2250000000', tipMaxPerGas: '1125000000' } as const
    await expect(signer.signStop(stop)).rejects.toThrow('no such payment')
    await signer.signWithdrawal(intent())
    await expect(signer.signStop({ ...stop, feeMaxPerGas: '2249999999' })).rejects.toThrow('replaces nothing')
    const { raw, hash } = await signerAt(signer.socket).signStop(stop)
    const { hotAddress } = (await signer.publicKeys()).evm
    expect(parseTransaction(raw as `0x02${string}`)).toMatchObject({
      to: hotAddress.toLowerCase(),
      nonce: 0,
      gas: 21_000n,
    })
    expect(parseTransaction(raw as `0x02${string}`).value ?? 0n).toBe(0n)
    await restart()
    expect((await signer.signStop(stop)).hash).toBe(hash)
    const higher = { feeMaxPerGas: '9000000000', tipMaxPerGas: '9000000000' }
    await expect(signer.signWithdrawal(intent(higher))).rejects.toThrow('with other contents')
    await expect(signer.signStop({ ...stop, ...higher })).resolves.toHaveProperty('hash')
  })

  it('refuses a second withdrawal at the same nonce', async () => {
    await signer.signWithdrawal(intent())
    await expect(signer.signWithdrawal(intent({ id: 'wd:2' }))).rejects.toThrow('for another withdrawal')
  })

  it("pays nobody but the address that carries the holder's signature", async () => {
    const forged = { ...certificate(keyOf(1)), address: elsewhere }
    await expect(signer.signWithdrawal(intent({ certificate: forged }))).rejects.toThrow("holder's signature")
    await signer.signWithdrawal(intent())
    const other = intent({ id: 'wd:2', nonce: 1, certificate: certificate(keyOf(1), elsewhere) })
    await expect(signer.signWithdrawal(other)).rejects.toThrow('not the one this wallet bound')
  })

  it('holds a wallet to the key it first saw, and follows it only through a restore signed by that key', async () => {
    await signer.pinDestination(certificate(keyOf(1)), [])
    const onBsc = (key: Uint8Array): Certificate => {
      const text = ['idwallet-bind-v1', 'W1', 'bsc', destination, 5].join('\n')
      return { ...certificate(key), chain: 'bsc', issuedAt: 5, signature: signText(text, key) }
    }
    await expect(signer.pinDestination(onBsc(keyOf(2)), [])).rejects.toThrow("not the holder's")
    const asked = ['restore', 'https://wallet.example', 'c_01', 'x'.repeat(43), 1, 2]
    const message = proofTextOf([...asked, publicText(keyOf(1)), publicText(keyOf(2)), 'd_01']) ?? ''
    const forged = { message, signature: signText(message, keyOf(2)) }
    await expect(signer.pinDestination(onBsc(keyOf(2)), [forged])).rejects.toThrow("not the holder's")
    await signer.pinDestination(onBsc(keyOf(2)), [{ message, signature: signText(message, keyOf(1)) }])
    await restart()
    await expect(signer.signWithdrawal(intent())).resolves.toHaveProperty('hash')
  })

  it('refuses unknown coins, other contracts, and fees above its cap', async () => {
    const other = { ...network, tokens: { USDT: elsewhere } as const }
    await expect(signer.pinNetwork(other)).rejects.toThrow('pinned at first sight')
    await expect(signer.pinNetwork({ ...network, vault: elsewhere })).rejects.toThrow('pinned at first sight')
    const { vault: _, ...bare } = network
    await expect(signer.pinNetwork(bare)).rejects.toThrow('pinned at first sight')
    await expect(signer.signWithdrawal(intent({ coin: 'WLD' }))).rejects.toThrow('not a coin this signer knows')
    await expect(signer.signWithdrawal(intent({ feeMaxPerGas: '1000000000001' }))).rejects.toThrow('above the cap')
    await expect(signer.signWithdrawal(intent({ units: '0' }))).rejects.toThrow('not above zero')
  })

  it('knows a holder before the first address is bound, and binds nothing for another key then', async () => {
    const holder = { walletId: 'W1', publicKey: publicText(keyOf(1)), successions: [] }
    expect(await signer.pinHolders([holder])).toEqual([])
    await restart()
    await expect(signer.signWithdrawal(intent({ certificate: certificate(keyOf(2)) }))).rejects.toThrow(
      "not the holder's",
    )
    expect(await signer.pinHolders([{ ...holder, publicKey: publicText(keyOf(2)) }])).toEqual(['W1'])
    await expect(signer.signWithdrawal(intent())).resolves.toHaveProperty('hash')
  })

  it('signs nothing on an EVM chain without a payout contract: the hot key moves no token itself', async () => {
    const { vault: _, ...bare } = { ...network, chain: 'bsc', tokens: { USDT: elsewhere } } as const
    await signer.pinNetwork(bare)
    const text = ['idwallet-bind-v1', 'W1', 'bsc', destination, 5].join('\n')
    const onBsc = { ...certificate(keyOf(1)), chain: 'bsc', issuedAt: 5, signature: signText(text, keyOf(1)) }
    await expect(signer.signWithdrawal(intent({ chain: 'bsc', certificate: onBsc }))).rejects.toThrow(
      'no payout contract',
    )
  })

  it('refuses a contract that is already pinned under the name of another chain', async () => {
    await expect(signer.pinNetwork({ ...network, chain: 'bsc' })).rejects.toThrow('already pinned on eth')
  })

  it('signs no more at once and in 24 hours than its own rules allow, whoever asks and however often it is restarted', async () => {
    const clock = stoppedClock(new Date('2026-11-21T12:00:00Z'))
    const day = { atOnce: 100n * unitsPerOne, inDay: 250n * unitsPerOne }
    const rules = { ...wideRules, USDT: day, WLD: day, ATMC: day, ATMX: day }
    const ask = (number: number, whole: bigint) =>
      signer.signWithdrawal(intent({ id: `wd:${number}`, nonce: number, units: `${whole * unitsPerOne}` }))
    await restart({ rules, clock })
    await expect(ask(0, 101n)).rejects.toThrow('at once')
    await ask(0, 100n)
    clock.advance(dayMs / 2)
    await ask(1, 100n)
    await restart({ rules, clock })
    await expect(ask(2, 51n)).rejects.toThrow('in 24 hours')
    expect((await signer.memory()).limits.USDT.left).toBe(`${50n * unitsPerOne}`)
    await ask(2, 50n)
    await ask(2, 50n)
    clock.advance(dayMs / 2)
    await ask(3, 100n)
    expect((await signer.memory()).next).toEqual({ 31337: 4 })
    await expect(ask(4, 1n)).rejects.toThrow('in 24 hours')
    clock.advance(-3 * dayMs)
    await expect(ask(4, 1n)).rejects.toThrow('in 24 hours')
  })

  it('writes its rules into its own folder at the first start, and does not start on rules it cannot read', async () => {
    const path = pathOf('rules.json')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ USDT: { atOnce: '10000', inDay: '100000' } })
    await signer.stop()
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, whole.replace('"100000"', '"lots"'))
    await expect(start()).rejects.toThrow('do not say what may leave of USDT')
    writeFileSync(path, whole)
    await start()
  })

  it('keeps key and memory in files only its owner can read, the key sealed', () => {
    for (const name of ['keystore.json', 'passphrase', 'rules.json', 'journal.ndjson'])
      expect(statSync(pathOf(name)).mode & 0o077, name).toBe(0)
    expect(readFileSync(pathOf('keystore.json'), 'utf8')).toContain('xchacha20-poly1305')
  })

  it('will not start on a journal that was edited, but cuts off what a crash left of a last line', async () => {
    await signer.signWithdrawal(intent())
    await signer.stop()
    const path = pathOf('journal.ndjson')
    const whole = readFileSync(path, 'utf8')
    writeFileSync(path, whole.replace('"nonce":0', '"nonce":1').replace('31337', '31338'))
    await expect(start()).rejects.toThrow('does not follow')
    writeFileSync(path, `${whole}{"kind":"pay`)
    await start()
    expect(readFileSync(path, 'utf8')).toBe(whole)
  })
})

describe('the signer on TRON', () => {
  const onTron = 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC'
  const token = 'THTR75o8xXAgCTQqpiot2AFRAjvW1tSbVV'
  const terms: TronTerms = {
    refBlockBytes: '7b3b',
    refBlockHash: 'b21ace8d6ac20e7e',
    timestamp: 1_764_000_000_123,
    expiration: 1_764_000_600_000,
    feeLimit: '19542750',
  }
  const tronCertificate = (address: string = onTron): Certificate => {
    const text = ['idwallet-bind-v1', 'W1', 'tron', address, 1_764_000_000].join('\n')
    const key = keyOf(1)
    const signature = signText(text, key)
    return { walletId: 'W1', chain: 'tron', address, issuedAt: 1_764_000_000, publicKey: publicText(key), signature }
  }
  const tronIntent = (change: Partial<WithdrawalIntent> = {}): WithdrawalIntent => ({
    id: 'wd:1',
    chain: 'tron',
    coin: 'USDT',
    units: '4900000000',
    nonce: 0,
    tron: terms,
    certificate: tronCertificate(),
    successions: [],
    ...change,
  })
  let signer: RunningSigner
  signerForEach((started) => {
    signer = started
  })
  beforeEach(() => signer.pinNetwork({ chain: 'tron', evmChainId: 728_126_428, tokens: { USDT: token } }))

  it('builds the transfer from the intent and signs it with the hot key, over its socket', async () => {
    const { raw, hash } = await signerAt(signer.socket).signWithdrawal(tronIntent())
    const read = readTransaction(raw)
    const from = (await signer.publicKeys()).tron.hotAddress
    expect(read).toMatchObject({ hash, signer: from })
    expect(read.transaction).toMatchObject({
      expiration: terms.expiration,
      feeLimit: 19_542_750n,
      contract: { from, contract: token, data: trc20TransferData(onTron, 49_000_000n), callValue: 0n },
    })
    expect(await signer.signWithdrawal(tronIntent())).toEqual({ raw, hash })
  })

  it('gives two equal payments of one moment different bytes, and refuses a second payment for one withdrawal', async () => {
    const first = await signer.signWithdrawal(tronIntent())
    const second = await signer.signWithdrawal(tronIntent({ id: 'wd:2', nonce: 1 }))
    expect(second.hash).not.toBe(first.hash)
    const later = { ...terms, expiration: terms.expiration + 1 }
    await expect(signer.signWithdrawal(tronIntent({ tron: later }))).rejects.toThrow('with other contents')
    await expect(signer.signWithdrawal(tronIntent({ id: 'wd:3' }))).rejects.toThrow('for another withdrawal')
  })

  it('pays nobody but the address that carries the holder’s signature', async () => {
    const forged = { ...tronCertificate(), address: token }
    await expect(signer.signWithdrawal(tronIntent({ certificate: forged }))).rejects.toThrow("holder's signature")
    await signer.signWithdrawal(tronIntent())
    const other = tronIntent({ id: 'wd:2', nonce: 1, certificate: tronCertificate(token) })
    await expect(signer.signWithdrawal(other)).rejects.toThrow('not the one this wallet bound')
    const wrong = tronIntent({ id: 'wd:2', certificate: tronCertificate(onTron.replace('J', 'K')) })
    await expect(signer.signWithdrawal(wrong)).rejects.toThrow('not a valid address')
  })

  it('signs nothing that burns too much, stays good for too long, or makes no sense', async () => {
    const withTerms = (change: Partial<TronTerms>) =>
      signer.signWithdrawal(tronIntent({ tron: { ...terms, ...change } }))
    await expect(withTerms({ feeLimit: '100000001' })).rejects.toThrow('above the cap')
    await expect(withTerms({ expiration: terms.timestamp + 3_600_001 })).rejects.toThrow('too long')
    await expect(withTerms({ expiration: terms.timestamp })).rejects.toThrow('too long')
    await expect(withTerms({ refBlockHash: 'b21a' })).rejects.toThrow('reference')
    const { tron: _, ...without } = tronIntent()
    await expect(signer.signWithdrawal(without)).rejects.toThrow('missing')
  })
})
