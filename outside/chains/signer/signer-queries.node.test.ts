import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unitsPerOne } from '#kit/amount/amount.ts'
import { publicTextOf, signWith } from '#kit/seal/signed-text.ts'
import { stoppedClock } from '#kit/time/clock.ts'
import { wideRules } from '../test/test-chain.ts'
import { acceptanceText } from './limits/signer-acceptance.ts'
import { pinnedNetwork, signerFolder } from './test-signer.ts'

const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const [holder, thief] = [keyOf(1), keyOf(2)]
const [ada, ben] = [keyOf(11), keyOf(12)]
const own = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const stranger = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const tronStranger = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const tronNetwork = { chain: 'tron', evmChainId: 1, tokens: { USDT: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' } } as const
const fees = { feeMaxPerGas: '2000000000', tipMaxPerGas: '1000000000' }
const most = 5n * unitsPerOne
const approvers = { ada: publicTextOf(ada), ben: publicTextOf(ben) }
const rules = { ...wideRules, approvers, USDT: { atOnce: most, inDay: most } }

const say = (path: string, method: unknown, params: unknown): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(path)
    let text = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(text))
    socket.write(`${JSON.stringify({ method, params })}\n`)
  })

const bound = (address: string, key: Uint8Array, walletId: unknown = 'W1', chain = 'eth') => ({
  ...{ walletId, chain, address, issuedAt: 1, publicKey: publicTextOf(key) },
  signature: signWith(['idwallet-bind-v1', `${walletId}`, chain, address, 1].join('\n'), key),
})
const payment = (number: number, more: object = {}) => ({
  ...{ id: `wd:${number}`, chain: 'eth', coin: 'USDT', units: `${unitsPerOne}`, nonce: number, ...fees },
  ...{ certificate: bound(own, holder), successions: [], ...more },
})
const change = (name: string) => JSON.parse(name) as object

describe('questions to the signer', () => {
  let folder: ReturnType<typeof signerFolder>
  let signer: Awaited<ReturnType<ReturnType<typeof signerFolder>['start']>>
  const clock = stoppedClock(new Date('2026-11-27T12:00:00Z'))
  const at = clock.now().getTime()
  const linesOf = () => readFileSync(folder.pathOf('journal.ndjson'), 'utf8').split('\n').filter(Boolean)
  const kinds = () => linesOf().map((line) => (JSON.parse(line) as { kind: string }).kind)
  beforeEach(async () => {
    folder = signerFolder()
    signer = await folder.start({ rules, clock })
    await signer.pinNetwork(pinnedNetwork)
    await signer.pinNetwork(tronNetwork)
    await signer.pinHolders([{ walletId: 'W1', publicKey: publicTextOf(holder), successions: [] }])
  })
  afterEach(async () => {
    await signer.stop()
    folder.remove()
  })
  const ask = (method: string, ...params: readonly unknown[]) => say(signer.socket, method, params)

  it.each([
    { kind: 'holder', walletId: 'W1', publicKey: publicTextOf(thief) },
    { kind: 'destination', walletId: 'W1', address: tronStranger, at: 0 },
    { kind: 'gas', payload: 'x', gas: { account: 'x', nonce: 0, most: '0' }, at, costs: { certificates: '-1000000' } },
    { kind: 'payment', id: 'x', nonce: 7, coin: 'USDT', units: `-${10n ** 15n}`, at },
    { kind: 'accepted', at: 0, next: {} },
  ])('write no line of kind $kind where a network is named', async (line) => {
    const before = linesOf()
    await ask('pinNetwork', { chain: 'other', evmChainId: 5, tokens: {}, ...line })
    await ask('pinNetwork', { ...tronNetwork, proofLog: tronStranger, ...line, chain: 'tron' })
    await ask('pinNetwork', { chain: 'bsc', evmChainId: 5, tokens: {}, vault: own, ...line })
    const written = linesOf().slice(before.length)
    expect(new Set(kinds().slice(before.length))).toEqual(new Set(['network']))
    for (const each of written)
      expect(Object.keys(JSON.parse(each) as object).filter((field) => field in line && field !== 'kind')).toEqual([])
    expect(await ask('signWithdrawal', payment(0, { certificate: bound(stranger, thief) }))).toContain('refused')
    expect(await ask('signWithdrawal', payment(0, { units: `${most}` }))).toContain('"raw"')
    expect(await ask('signWithdrawal', payment(1))).toContain('in 24 hours')
  })

  it.each([
    ['small letters', { tokens: { ATMX: pinnedNetwork.tokens.USDT.toLowerCase() } }],
    ['a chain id that is a text', { evmChainId: '31337', tokens: { ATMX: pinnedNetwork.tokens.USDT } }],
    ['one token under two names', { evmChainId: 5, tokens: { ATMX: own, USDT: own.toLowerCase() } }],
    ['no address', { evmChainId: 5, tokens: { ATMX: 'x' } }],
    ['a token that is a list', { evmChainId: 5, tokens: { ATMX: [pinnedNetwork.tokens.USDT] } }],
    ['a coin that does not exist', { evmChainId: 5, tokens: { constructor: own } }],
  ])('pin no contract twice under another name: %s', async (_why, network) => {
    expect(await ask('pinNetwork', { ...pinnedNetwork, chain: 'bsc', ...network })).toContain('refused')
    expect(kinds().filter((kind) => kind === 'network')).toHaveLength(2)
  })

  it('take a list for nobody’s name: the holder’s key that is pinned stays the one that counts', async () => {
    const certificate = bound(stranger, thief, ['W1'])
    for (const [method, params] of [
      ['signWithdrawal', [payment(0, { certificate })]],
      ['pinDestination', [certificate, []]],
      ['pinHolders', [[{ walletId: ['W1'], publicKey: publicTextOf(thief), successions: [] }]]],
      ['certifyDeposit', [{ walletId: ['W1'], family: 'evm', index: 0 }]],
    ] as const)
      expect(await ask(method, ...params), method).toContain('not in form')
    expect(kinds()).toEqual(['network', 'network', 'holder'])
    expect(await ask('signWithdrawal', payment(0))).toContain('"raw"')
  })

  it('let an approved payment go once, however its name is written', async () => {
    const words = ['idwallet-approve-v1', 'wd:0', 'W1', 'eth', own, 'USDT', '1'].join('\n')
    const approvals = Object.entries({ ada, ben }).map(([approver, key]) => ({
      approver,
      signature: signWith(words, key),
    }))
    expect(await ask('signWithdrawal', payment(0, { approvals }))).toContain('"raw"')
    for (const id of [['wd:0'], [['wd:0']], 'wd:0\n', 7, {}, null])
      expect(await ask('signWithdrawal', payment(1, { id, approvals })), JSON.stringify(id)).toContain('not in form')
  })

  it.each([
    '{"units":["1"]}',
    '{"units":true}',
    '{"units":"0x10"}',
    '{"nonce":"1"}',
    '{"coin":"constructor"}',
    '{"chain":"toString"}',
    '{"feeMaxPerGas":[2000000000]}',
    '{"successions":{}}',
    '{"certificate":null}',
    '{"approvals":[{"approver":"__proto__","signature":7}]}',
  ])('are refused with %s', async (strange) => {
    const before = linesOf()
    expect(await ask('signWithdrawal', { ...payment(1), ...change(strange) })).toContain('"refused"')
    expect(linesOf()).toEqual(before)
  })

  it('name a method that there is, with no more than it takes', async () => {
    for (const method of ['constructor', '__proto__', 'stop', '', 7, ['memory'], null])
      expect(await say(signer.socket, method, []), JSON.stringify(method)).toContain('not in form')
    for (const params of [undefined, {}, 'x', [{}, {}, {}]])
      expect(await say(signer.socket, 'dropChange', params), JSON.stringify(params)).toContain('not in form')
    expect(await say(signer.socket, 'memory', [])).toContain('"result"')
  })

  it('keep of an accepted loss nothing but what approvers signed', async () => {
    await signer.stop()
    const path = folder.pathOf('journal.ndjson')
    const [first = ''] = linesOf()
    writeFileSync(path, `${first}\n`)
    const loss = { count: 1, head: createHash('sha256').update(first).digest('hex'), lost: 3, next: { 1: 0 } }
    const text = acceptanceText({ ...loss, reason: 'the disk was lost' })
    const approvals = Object.entries({ ada, ben }).map(([approver, key]) => ({
      approver,
      signature: signWith(text, key),
    }))
    const strange = { kind: 'holder', walletId: 'W1', publicKey: publicTextOf(thief), costs: { certificates: '-9' } }
    const file = { ...loss, reason: 'the disk was lost', approvals, ...strange }
    writeFileSync(folder.pathOf('journal-accepted.json'), JSON.stringify(file))
    signer = await folder.start({ rules, clock })
    expect(kinds()).toEqual(['network', 'accepted'])
    expect(Object.keys(JSON.parse(linesOf()[1] ?? '') as object).filter((field) => field in strange)).toEqual(['kind'])
  })
})
