import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { beforeEach, describe, expect, it } from 'vitest'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { dayMs, stoppedClock } from '#kit/time/clock.ts'
import { wideRules } from '../../test/test-chain.ts'
import type { WithdrawalIntent } from '../acts/signer-payments.ts'
import { acceptanceText } from '../limits/signer-acceptance.ts'
import { DayIsFull } from '../signer-refused.ts'
import { signerAt } from '../signer-socket.ts'
import type { RunningSigner } from '../start-signer.ts'
import { pinnedNetwork, signerForEach } from '../test-signer.ts'

const destination = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const publicText = (key: Uint8Array) => base64urlnopad.encode(ed25519.getPublicKey(key))
const signText = (text: string, key: Uint8Array) => base64urlnopad.encode(ed25519.sign(utf8ToBytes(text), key))
const keys = { ada: keyOf(11), ben: keyOf(12) }

describe('a signer whose memory was cut', () => {
  let signer: RunningSigner
  const clock = stoppedClock(new Date('2026-11-27T12:00:00Z'))
  const approvers = { ada: publicText(keys.ada), ben: publicText(keys.ben) }
  const USDT = { atOnce: 1000n * unitsPerOne, inDay: 10_000n * unitsPerOne }
  const own = signerForEach(
    (started) => {
      signer = started
    },
    () => ({ rules: { ...wideRules, USDT, approvers }, clock }),
  )
  const intent = (number: number): WithdrawalIntent => {
    const text = ['idwallet-bind-v1', 'W1', 'eth', destination, 1_764_000_000].join('\n')
    const signed = { publicKey: publicText(keyOf(1)), signature: signText(text, keyOf(1)) }
    return {
      id: `wd:${number}`,
      chain: 'eth',
      coin: 'USDT',
      units: `${1000n * unitsPerOne}`,
      nonce: number,
      feeMaxPerGas: '2000000000',
      tipMaxPerGas: '1000000000',
      certificate: { walletId: 'W1', chain: 'eth', address: destination, issuedAt: 1_764_000_000, ...signed },
      successions: [],
    }
  }
  const journal = () => readFileSync(own.pathOf('journal.ndjson'), 'utf8')
  async function cut() {
    for (let number = 0; number < 10; number += 1) await signer.signWithdrawal(intent(number))
    await expect(signer.signWithdrawal(intent(10))).rejects.toThrow('in 24 hours')
    await signer.stop()
    const lines = journal().split('\n')
    writeFileSync(
      own.pathOf('journal.ndjson'),
      lines
        .slice(0, 3)
        .map((line) => `${line}\n`)
        .join(''),
    )
    return lines.length - 1
  }
  beforeEach(() => signer.pinNetwork(pinnedNetwork))

  it('does not start, and says what an operator does', async () => {
    const before = journal()
    const kept = await signer.mark()
    const mark = readFileSync(own.pathOf('journal-mark.json'), 'utf8')
    const count = await cut()
    await expect(own.start()).rejects.toThrow(`has 3 lines and lacks what it once had: line ${count}`)
    await expect(own.start()).rejects.toThrow('docs/operating.md')
    // Marks stored by others reveal an old copy of both files.
    writeFileSync(own.pathOf('journal.ndjson'), before)
    writeFileSync(own.pathOf('journal-mark.json'), mark)
    await own.start()
    expect(await signer.mark(kept)).toEqual(kept)
  })

  it('signs nothing where somebody kept a mark of what it lacks, over its socket too', async () => {
    const [lines, mark] = [journal(), readFileSync(own.pathOf('journal-mark.json'), 'utf8')]
    await signer.signWithdrawal(intent(0))
    const kept = await signer.mark()
    await signer.stop()
    writeFileSync(own.pathOf('journal.ndjson'), lines)
    writeFileSync(own.pathOf('journal-mark.json'), mark)
    await own.start()
    const remote = signerAt(signer.socket)
    await expect(remote.mark(kept)).rejects.toThrow('lacks what it once had')
    for (const call of [
      () => remote.signWithdrawal(intent(0)),
      () => remote.certifyDeposit({ walletId: 'W1', family: 'evm', index: 1 }),
      () => remote.pinHolders([]),
    ])
      await expect(call()).rejects.toThrow('lacks what it once had')
    await expect(remote.publicKeys()).resolves.toHaveProperty('evm')
  })

  it('goes on when its approvers accepted the loss, and then pays nothing for a day', async () => {
    const count = await cut()
    const [, , last = ''] = journal().split('\n')
    const head = createHash('sha256').update(last).digest('hex')
    const said = { count: 3, head, lost: count, next: { 31337: 10 }, reason: 'the disk was restored from a backup' }
    const accept = (names: readonly (keyof typeof keys)[], change: object = {}) => {
      const text = acceptanceText(said)
      const approvals = names.map((approver) => ({ approver, signature: signText(text, keys[approver]) }))
      writeFileSync(own.pathOf('journal-accepted.json'), JSON.stringify({ ...said, ...change, approvals }))
    }
    accept(['ada'])
    await expect(own.start()).rejects.toThrow('1 of 2')
    accept(['ada', 'ben'], { next: { 31337: 0 } })
    await expect(own.start()).rejects.toThrow('0 of 2')
    accept(['ada', 'ben'], { count: 2 })
    await expect(own.start()).rejects.toThrow('lacks what it once had')
    accept(['ada', 'ben'])
    await own.start()
    expect(await signer.memory()).toMatchObject({ next: { 31337: 10 }, limits: { USDT: { left: '0' } } })
    await expect(signer.signWithdrawal(intent(10))).rejects.toThrow(DayIsFull)
    await own.restart()
    clock.advance(dayMs - 1)
    await expect(signer.signWithdrawal(intent(10))).rejects.toThrow(DayIsFull)
    clock.advance(1)
    await signer.signWithdrawal(intent(10))
    await own.restart()
    expect(journal().match(/"kind":"accepted"/g)).toHaveLength(1)
  })
})
