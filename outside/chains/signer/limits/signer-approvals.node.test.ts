import { existsSync, readdirSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64urlnopad } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { coins } from '#kit/amount/coins.ts'
import type { ReturnIntent, WithdrawalIntent } from '../acts/signer-payments.ts'
import { firstRules, readRules } from '../signer-rules.ts'
import { signerAt } from '../signer-socket.ts'
import type { RunningSigner } from '../start-signer.ts'
import { pinnedNetwork, signerFolder, signerForEach } from '../test-signer.ts'
import type { Approval } from './signer-approvals.ts'

const destination = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const publicText = (key: Uint8Array) => base64urlnopad.encode(ed25519.getPublicKey(key))
const signText = (text: string, key: Uint8Array) => base64urlnopad.encode(ed25519.sign(utf8ToBytes(text), key))
const keys = { ada: keyOf(11), ben: keyOf(12), cleo: keyOf(13) }
type Name = keyof typeof keys

const given = JSON.parse(firstRules()) as Record<string, object>
const approvers = { ada: publicText(keys.ada), ben: publicText(keys.ben), cleo: publicText(keys.cleo) }
const rulesText = (change: object = {}) =>
  JSON.stringify({ ...given, USDT: { ...given.USDT, reviewFrom: '1000' }, approvers, newDestinationDays: 0, ...change })

describe('what is above the signer’s own review limit', () => {
  let signer: RunningSigner
  signerForEach(
    (started) => {
      signer = started
    },
    () => ({ rules: readRules(rulesText()) }),
  )
  beforeEach(() => signer.pinNetwork(pinnedNetwork))

  const intent = (change: Partial<WithdrawalIntent> = {}): WithdrawalIntent => {
    const text = ['idwallet-bind-v1', 'W1', 'eth', destination, 1_764_000_000].join('\n')
    const signed = { publicKey: publicText(keyOf(1)), signature: signText(text, keyOf(1)) }
    return {
      id: 'wd:1',
      chain: 'eth',
      coin: 'USDT',
      units: '199500000000',
      feeUnits: '500000000',
      nonce: 0,
      feeMaxPerGas: '2000000000',
      tipMaxPerGas: '1000000000',
      certificate: { walletId: 'W1', chain: 'eth', address: destination, issuedAt: 1_764_000_000, ...signed },
      successions: [],
      ...change,
    }
  }
  const lines = ['idwallet-approve-v1', 'wd:1', 'W1', 'eth', destination, 'USDT', '2000']
  const word = (name: Name, by: Name = name, text = lines.join('\n')): Approval => ({
    approver: name,
    signature: signText(text, keys[by]),
  })
  const signs = (approvals: readonly Approval[], change: Partial<WithdrawalIntent> = {}) =>
    signer.signWithdrawal(intent({ approvals, ...change }))

  it('is signed when two of the approvers it names itself have signed for exactly this', async () => {
    for (const approvals of [[], [word('ada')], [word('ada'), word('ada')], [word('ada'), word('ben', 'ada')]])
      await expect(signs(approvals)).rejects.toThrow('own approvers have not signed')
    const other = lines.with(6, '1999').join('\n')
    await expect(signs([word('ada'), word('cleo', 'cleo', other)])).rejects.toThrow('1 of 2')
    await expect(signs([word('ada'), { ...word('ben'), approver: 'toString' }])).rejects.toThrow('1 of 2')
    const first = await signs([word('ada'), word('cleo')])
    expect(await signs([word('ada'), word('cleo')])).toEqual(first)
    // A fee increase needs no new approvals.
    await signs([], { feeMaxPerGas: '4000000000', tipMaxPerGas: '2000000000' })
  })

  it('is not let through by a fee that makes another sum of it', async () => {
    const more = { units: '200500000000', feeUnits: '-500000000', approvals: [word('ada'), word('ben')] }
    await expect(signer.signWithdrawal(intent(more))).rejects.toThrow('the fee is below zero')
    await expect(signs([word('ada'), word('ben')], { units: '299500000000' })).rejects.toThrow('0 of 2')
  })

  it('and what is not above it needs nobody', async () => {
    await signs([], { units: '100000000000' })
  })

  it('is only asked for by rules that name enough approvers, each with a key of their own', () => {
    expect(readRules(firstRules()).USDT.reviewFrom).toBeUndefined()
    expect(() => readRules(rulesText({ approvers: { ada: approvers.ada } }))).toThrow('more approvers than they name')
    expect(() => readRules(rulesText({ approvers: { ...approvers, ben: approvers.ada } }))).toThrow('keys of their own')
    expect(() => readRules(rulesText({ approvers: { ...approvers, ben: 'short' } }))).toThrow('keys of their own')
    for (const approvalsNeeded of [0, 1, 1.5, '2'])
      expect(() => readRules(rulesText({ approvalsNeeded }))).toThrow('how many approvers')
    expect(() => readRules(rulesText({ USDT: { ...given.USDT, reviewFrom: 'x' } }))).toThrow('from when')
  })

  describe('a payment that nobody claimed', () => {
    const deposit = { hash: `0x${'ab'.repeat(32)}`, ordinal: 2 }
    const back = (change: Partial<ReturnIntent> = {}): ReturnIntent => {
      const { id: _, feeUnits: __, certificate: ___, successions: ____, ...rest } = intent({ units: '500000000' })
      return { ...rest, deposit, to: destination, approvals: both(), ...change }
    }
    const words = ['idwallet-return-v1', 'eth', deposit.hash, 2, destination, 'USDT', '5']
    const both = (text = words.join('\n')) => [word('ada', 'ada', text), word('cleo', 'cleo', text)]

    it('goes back where two of the approvers say it came from, whatever the amount', async () => {
      await expect(signer.signReturn(back({ approvals: [] }))).rejects.toThrow('0 of 2')
      await expect(signer.signReturn(back({ approvals: both().slice(1) }))).rejects.toThrow('1 of 2')
      const elsewhere = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
      await expect(signer.signReturn(back({ to: elsewhere }))).rejects.toThrow('0 of 2')
      await expect(signer.signReturn(back({ units: '600000000' }))).rejects.toThrow('0 of 2')
      const first = await signer.signReturn(back())
      expect(await signerAt(signer.socket).signReturn(back())).toEqual(first)
    })

    it('goes back once, and its number is nobody else’s', async () => {
      await signer.signReturn(back())
      await expect(signer.signReturn(back({ nonce: 1 }))).rejects.toThrow('with other contents')
      const more = both(words.with(6, '6').join('\n'))
      await expect(signer.signReturn(back({ units: '600000000', approvals: more }))).rejects.toThrow(
        'with other contents',
      )
      await expect(signs([], { units: '100000000000' })).rejects.toThrow('for another withdrawal')
    })

    it('is one that can be, and is never passed off as a withdrawal’s approval', async () => {
      for (const wrong of [
        { hash: 'x', ordinal: 0 },
        // A different spelling would give a different id and return the payment twice.
        { ...deposit, hash: deposit.hash.slice(2) },
        { ...deposit, ordinal: -1 },
        { ...deposit, ordinal: 0.5 },
      ])
        await expect(signer.signReturn(back({ deposit: wrong }))).rejects.toThrow('no such payment')
      await expect(signer.signReturn(back({ to: '0x12' }))).rejects.toThrow('not a valid address')
      await expect(signer.signReturn(back({ approvals: [word('ada'), word('ben')] }))).rejects.toThrow('0 of 2')
    })
  })
})

describe('a signer for real networks', () => {
  let folder: ReturnType<typeof signerFolder>
  beforeEach(() => {
    folder = signerFolder()
  })
  afterEach(() => folder.remove())
  const passphrase = 'a passphrase nobody guesses'
  const watched = Object.fromEntries(coins.map((coin) => [coin, { ...given[coin], reviewFrom: '0.01' }]))
  const unwatched = Object.fromEntries(coins.map((coin) => [coin, given[coin]]))
  const start = (change: object, by: string | undefined = passphrase) =>
    folder.start({ real: true, passphrase: by, rules: readRules(rulesText({ ...watched, ...change })) })

  it('starts with a passphrase from elsewhere, approvers, and an amount of each coin from which they are asked', async () => {
    await (await start({})).stop()
    expect(existsSync(folder.pathOf('passphrase'))).toBe(false)
  })

  it('does not start without: neither with the rules of the first start, nor with a passphrase it would keep or could be guessed', async () => {
    const fresh = folder.start({ real: true, passphrase })
    await expect(fresh).rejects.toThrow(
      'rules.json: with real networks large payments are signed by approvers: name at least 2',
    )
    // Keys are generated only after all checks.
    expect(readdirSync(folder.pathOf())).toEqual(['rules.json'])
    await expect(start({ approvers: { ada: approvers.ada }, ...unwatched })).rejects.toThrow('name at least 2')
    await expect(start({ WLD: given.WLD })).rejects.toThrow('give WLD a "reviewFrom"')
    await expect(start({ ATMC: { ...given.ATMC, reviewFrom: '100000' } })).rejects.toThrow('give ATMC a "reviewFrom"')
    await expect(start({}, 'too short')).rejects.toThrow('shorter than 16 characters')
    const without = { real: true, rules: readRules(rulesText(watched)) }
    await expect(folder.start(without)).rejects.toThrow('name a PASSPHRASE_FILE')
  })
})
