import { describe, expect, it } from 'vitest'
import type { ProofPurpose } from '#identity/captcha/proof-purpose.ts'
import { holdsPhrase } from '#identity/passwords/phrase-guard.ts'
import {
  type Challenge,
  identityKeyOf,
  isSignatureRight,
  newPhrase,
  proofMessage,
  readProof,
} from '#identity/sessions/identity-key.ts'
import type { Call } from '#kit/wire/call.ts'
import { CallFailure, isUnanswered } from '#kit/wire/call-failure.ts'
import {
  create,
  type Device,
  enterByWords,
  finish,
  type Pending,
  pendingOf,
  proveWords,
  restore,
  signInWith,
} from './entry.ts'

const origin = 'https://wallet.example'
const deviceId = 'd_test'
type Sent = { readonly path: string; readonly input: Record<string, string> }

/** A test device and its server, which verifies signatures and can lose a response after acting. */
function testDevice() {
  const sent: Sent[] = []
  const entered: unknown[] = []
  const state = {
    pending: undefined as Pending | undefined,
    pendingAtCall: undefined as Pending | undefined,
    losesAnswer: false,
    forged: {} as Partial<Challenge>,
    refuses: undefined as string | undefined,
    refusesOf: {} as Record<string, string>,
    made: 0,
  }
  const asked: Challenge = { cid: 'c_1', challenge: 'B'.repeat(43), iat: 1764000000, exp: 1764000120 }
  let purpose: ProofPurpose = 'create'
  let known: string | undefined

  function verify(input: Record<string, string>): void {
    const proof = readProof(input.proof ?? '')
    const newProof = input.newProof ? readProof(input.newProof) : undefined
    const facts = { ...asked, purpose, origin, deviceId, pub: proof?.pub ?? '' }
    const message = proofMessage(newProof ? { ...facts, newPub: newProof.pub } : facts)
    expect(isSignatureRight(message, proof?.signature ?? '', proof?.pub ?? '')).toBe(true)
    if (newProof) expect(isSignatureRight(message, newProof.signature, newProof.pub)).toBe(true)
  }
  const call = (async (contract: { path: string }, input: Record<string, string>) => {
    sent.push({ path: contract.path, input })
    if (contract.path === '/login/challenge') {
      purpose = input.purpose as ProofPurpose
      return { ...asked, ...state.forged }
    }
    const refusal = state.refusesOf[contract.path] ?? state.refuses
    if (refusal) throw new CallFailure(400, refusal)
    if (contract.path !== '/login/password') verify(input)
    if (contract.path === '/wallet/backup') return { activated: true }
    state.pendingAtCall = state.pending
    if (known !== JSON.stringify(input)) state.made += 1
    known = JSON.stringify(input)
    if (state.losesAnswer) throw new CallFailure('network', 'network')
    return { token: 't', sessionId: 's', dh: 'x', walletId: 'K23456789T', activated: false }
  }) as unknown as Call

  const device: Device = {
    call,
    origin,
    deviceId: async () => deviceId,
    seal: async (words, password) => `sealed(${words}|${password})`,
    keepPending: async (pending) => {
      state.pending = pending
    },
    dropPending: async () => {
      state.pending = undefined
    },
    enter: async (...what) => {
      entered.push(what)
    },
  }
  return { device, sent, entered, state }
}

const wallet = { password: 'Zebra9quilt', name: 'Wallet 1', hint: 'striped', sponsorId: '' }
const finishing = { password: wallet.password, words: newPhrase(), code: '' }

describe('a server that was taken over', () => {
  it('gets no signature under a challenge that carries lines of its own: the old key names no heir of theirs', async () => {
    const { device, sent, state } = testDevice()
    const oldWords = newPhrase()
    const old = await identityKeyOf(oldWords)
    const thief = await identityKeyOf(newPhrase())
    const cid = ['c_1', 'B', '1764000000', '1764000120', old?.publicText, thief?.publicText].join('\n')
    const asked = { oldWords, newWords: newPhrase(), password: 'Zebra9quilt', name: 'Wallet 1', hint: '' }
    for (const forged of [{ cid }, { challenge: `B\n${cid}` }, { iat: `1\n${cid}` as never }, { cid: '' }]) {
      state.forged = forged
      await expect(restore(device, asked)).rejects.toThrow('every line of a text to sign is of its shape')
    }
    expect(sent.filter(({ path }) => path !== '/login/challenge')).toEqual([])
  })
})

describe('signing in by words', () => {
  it('proves the words by their key, and begins no session before it is wanted', async () => {
    const { device, sent, entered } = testDevice()
    const opened = await enterByWords(device, { words: newPhrase(), code: '', name: 'Wallet 2' })
    expect(opened.walletId).toBe('K23456789T')
    expect(sent.map(({ path }) => path)).toEqual(['/login/challenge', '/login/phrase'])
    expect(sent.some(({ input }) => holdsPhrase(JSON.stringify(input)))).toBe(false)
    expect(entered).toEqual([])
    await opened.begin()
    expect(entered).toMatchObject([[{ walletId: 'K23456789T' }, {}, '', { name: 'Wallet 2', sealedPhrase: '' }]])
  })
})

describe('creating a wallet', () => {
  it('seals the words on the device before the server hears of their key', async () => {
    const { device, state, entered } = testDevice()
    const { words, walletId } = await create(device, wallet)
    expect(state.pendingAtCall?.sealedPhrase).toBe(`sealed(${words}|Zebra9quilt)`)
    expect(walletId).toBe('K23456789T')
    expect(entered).toMatchObject([
      [
        { walletId },
        {},
        wallet.password,
        { name: 'Wallet 1', hint: 'striped', sealedPhrase: state.pendingAtCall?.sealedPhrase },
      ],
    ])
    expect(state.pending).toBeUndefined()
  })

  it('sends neither words nor hint nor name', async () => {
    const { device, sent } = testDevice()
    const { words } = await create(device, { ...wallet, hint: 'unmistakable' })
    const wire = JSON.stringify(sent)
    expect(holdsPhrase(wire)).toBe(false)
    expect(wire).not.toContain(words.split(' ').slice(0, 2).join(' '))
    expect(wire).not.toContain('unmistakable')
    expect(wire).not.toContain('Wallet 1')
  })

  it('is asked for again to the letter when the answer was lost, and makes one wallet', async () => {
    const { device, state, sent, entered } = testDevice()
    state.losesAnswer = true
    const lost = await create(device, wallet).catch((cause: unknown) => cause)
    expect(isUnanswered(lost)).toBe(true)
    expect(entered).toEqual([])
    const pending = state.pending
    if (!pending) throw new Error('nothing is pending')
    state.losesAnswer = false
    await finish(device, pending, finishing)
    const creations = sent.filter(({ path }) => path === '/login/create')
    expect(creations).toHaveLength(2)
    expect(creations[1]).toEqual(creations[0])
    expect(state.made).toBe(1)
    expect(state.pending).toBeUndefined()
    expect(entered).toHaveLength(1)
  })

  it('leaves nothing behind when it is refused', async () => {
    const { device, state } = testDevice()
    state.refuses = 'identity.password_common'
    await expect(create(device, wallet)).rejects.toThrow('identity.password_common')
    expect(state.pending).toBeUndefined()
  })
})

describe('finishing what was not answered', () => {
  async function unanswered() {
    const test = testDevice()
    test.state.losesAnswer = true
    await create(test.device, wallet).catch(() => {})
    const { pending } = test.state
    if (!pending) throw new Error('nothing is pending')
    return { ...test, pending }
  }

  it('forgets it when the first try never arrived', async () => {
    const { device, state, pending } = await unanswered()
    state.refusesOf = { '/login/create': 'identity.challenge_expired', '/login/phrase': 'identity.mnemonic_wrong' }
    await expect(finish(device, pending, finishing)).rejects.toThrow('identity.challenge_expired')
    expect(state.pending).toBeUndefined()
  })

  it('signs in by its words where it was done longer ago than a repeat is answered', async () => {
    const { device, state, pending, sent, entered } = await unanswered()
    state.losesAnswer = false
    state.refusesOf = { '/login/create': 'identity.challenge_expired', '/login/phrase': 'identity.code_needed' }
    await expect(finish(device, pending, finishing)).rejects.toThrow('identity.code_needed')
    expect(state.pending).toBe(pending)
    state.refusesOf = { '/login/create': 'identity.challenge_expired' }
    expect((await finish(device, pending, { ...finishing, code: '123456' })).walletId).toBe('K23456789T')
    expect(sent.at(-1)).toMatchObject({ path: '/login/phrase', input: { code: '123456' } })
    const { name, hint, sealedPhrase } = pending
    expect(entered).toMatchObject([[{}, {}, wallet.password, { name, hint, sealedPhrase }]])
    expect(state.pending).toBeUndefined()
  })

  it('keeps it while the server is busy or away', async () => {
    const { device, state, pending } = await unanswered()
    await expect(finish(device, pending, finishing)).rejects.toThrow('network')
    state.refuses = 'request.too_often'
    await expect(finish(device, pending, finishing)).rejects.toThrow('request.too_often')
    expect(state.pending).toBe(pending)
  })
})

describe('restoring a wallet', () => {
  it('has both keys sign one message that names the new key', async () => {
    const { device, sent } = testDevice()
    const [oldWords, newWords] = [newPhrase(), newPhrase()]
    await restore(device, { oldWords, newWords, password: 'Zebra9quilt', name: 'Wallet 1', hint: '' })
    const [challenge, call] = sent
    const [oldKey, newKey] = await Promise.all([identityKeyOf(oldWords), identityKeyOf(newWords)])
    expect(challenge?.input).toEqual({ purpose: 'restore', pub: oldKey?.publicText })
    expect(readProof(call?.input.newProof ?? '')?.pub).toBe(newKey?.publicText)
    expect(holdsPhrase(JSON.stringify(sent))).toBe(false)
  })

  it('seals the new words, not the old ones', async () => {
    const { device, entered } = testDevice()
    const newWords = newPhrase()
    await restore(device, { oldWords: newPhrase(), newWords, password: 'Zebra9quilt', name: 'Wallet 1', hint: '' })
    expect(entered).toMatchObject([[{}, {}, 'Zebra9quilt', { sealedPhrase: `sealed(${newWords}|Zebra9quilt)` }]])
  })
})

describe('signing in and backing up', () => {
  it('signs in with password and code and keeps what the device knew', async () => {
    const { device, sent, entered } = testDevice()
    await signInWith(device, { walletId: 'K23456789T', password: 'Zebra9quilt', code: '123456' })
    expect(sent[0]?.input).toMatchObject({
      walletId: 'K23456789T',
      walletPassword: 'Zebra9quilt',
      code: '123456',
      deviceId,
    })
    expect(entered).toMatchObject([[{ walletId: 'K23456789T' }, {}, wallet.password]])
  })

  it('proves the words by a signature', async () => {
    const { device, sent } = testDevice()
    expect(await proveWords(device, newPhrase())).toEqual({ activated: true })
    expect(holdsPhrase(JSON.stringify(sent))).toBe(false)
  })
})

describe('a device that cannot keep what was answered', () => {
  it('keeps what was asked for, for it holds the words of a wallet that exists by now', async () => {
    const { device, state } = testDevice()
    const full = { ...device, enter: () => Promise.reject(new CallFailure(400, 'session.token_not_kept')) }
    await expect(create(full, wallet)).rejects.toThrow('session.token_not_kept')
    const pending = state.pending
    expect(pending?.sealedPhrase).toContain('sealed(')
    await expect(finish(full, pending as Pending, finishing)).rejects.toThrow('session.token_not_kept')
    expect(state.pending).toBe(pending)
    await finish(device, pending as Pending, finishing)
    expect([state.pending, state.made]).toEqual([undefined, 1])
  })

  it('says of an unanswered call which it was, also where another tab has asked since', async () => {
    const { device, state } = testDevice()
    state.losesAnswer = true
    const cause = await create(device, wallet).catch((each: unknown) => each)
    expect(pendingOf(cause)?.proof).toBe(state.pending?.proof)
    expect(pendingOf(new CallFailure('network', 'network'))).toBeUndefined()
  })
})
