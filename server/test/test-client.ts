import type { FastifyInstance } from 'fastify'
import { askChallenge, createWallet, proveBackup, signIn } from '#features/onboarding/onboarding.contract.ts'
import { confirmPassword } from '#features/security/security.contract.ts'
import type { ProofPurpose } from '#identity/captcha/proof-purpose.ts'
import { type IdentityKey, identityKeyOf, makeProof, newPhrase } from '#identity/sessions/identity-key.ts'
import { expect } from '#kit/expect.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { randomText } from '#kit/text/random.ts'
import { wallClock } from '#kit/time/clock.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import {
  deriveSessionSecret,
  importSessionKey,
  newSessionKeyPair,
  type SessionKeyPair,
} from '#kit/wire/signing/x-auth.ts'
import { type Answer, type Bent, callWire, type Line, type Session, sendWire } from './test-wire.ts'

export type ClientWallet = {
  readonly walletId: WalletId
  readonly phrase: string
  readonly key: IdentityKey
  readonly password: string
}

export const testPassword = 'Tranquil7heron'

export type CreateChoices = {
  readonly password?: string
  readonly sponsorId?: string
  readonly activate?: boolean
  readonly phrase?: string
}

async function prove(line: Line, purpose: ProofPurpose, key: IdentityKey): Promise<string> {
  const challenge = await callWire(line, askChallenge, { purpose, pub: key.publicText })
  return makeProof({ ...challenge, purpose, origin: line.origin, pub: key.publicText, deviceId: line.deviceId }, key)
}

async function adopt(line: Line, answer: OutputOf<typeof signIn>, pair: SessionKeyPair): Promise<Session> {
  const secret = await deriveSessionSecret(pair.privateKey, answer.dh, answer.sessionId)
  const { token, sessionId, walletId } = answer
  line.walletToken = undefined
  line.session = { token, sessionId, walletId: walletId as WalletId, key: await importSessionKey(secret), secret }
  return line.session
}

async function create(line: Line, choices: CreateChoices): Promise<ClientWallet> {
  const { password = testPassword, phrase = newPhrase(), sponsorId = '' } = choices
  const key = await identityKeyOf(phrase)
  expect(key, 'a phrase is given')
  const pair = await newSessionKeyPair()
  const answer = await callWire(line, createWallet, {
    proof: await prove(line, 'create', key),
    newPassword: password,
    repeatPassword: password,
    sponsorId,
    deviceId: line.deviceId,
    dh: pair.publicText,
  })
  const { walletId } = await adopt(line, answer, pair)
  if (choices.activate !== false)
    await callWire(line, proveBackup, { proof: await prove(line, 'backup', key), deviceId: line.deviceId })
  return { walletId, phrase, key, password }
}

async function enter(line: Line, walletId: string, walletPassword: string, code: string): Promise<Session> {
  const pair = await newSessionKeyPair()
  const dh = pair.publicText
  return adopt(
    line,
    await callWire(line, signIn, { walletId, walletPassword, code, deviceId: line.deviceId, dh }),
    pair,
  )
}

/**
 * A complete API client without a browser, for tests, load and operators. @param target this process's server, or an address such as
 * `http://host:port`
 */
export function testClient(target: FastifyInstance | string, options: { now?: () => Date; userAgent?: string } = {}) {
  const line: Line = {
    target,
    now: options.now ?? (() => wallClock.now()),
    userAgent: options.userAgent ?? 'glasshouse-test-client',
    origin: typeof target === 'string' ? new URL(target).origin : 'http://glasshouse.test',
    deviceId: randomText(12),
    requestToken: undefined,
    session: undefined,
    walletToken: undefined,
  }
  let password = testPassword
  return {
    line,
    send: <C extends Contract>(contract: C, input: CallInputOf<C>, bent?: Bent): Promise<Answer> =>
      sendWire(line, contract, input, bent),
    /** Returns output with internal names. @throws RefusedAnswer */
    call: <C extends Contract>(contract: C, input: CallInputOf<C>, bent?: Bent): Promise<OutputOf<C>> =>
      callWire(line, contract, input, bent),
    /** Expects an error. @returns its key */
    refusal: async <C extends Contract>(contract: C, input: CallInputOf<C>, bent?: Bent): Promise<string> => {
      const { envelope, status } = await sendWire(line, contract, input, bent)
      expect(status === 200 && envelope.code !== 0, `${contract.path} refuses`)
      return envelope.msg
    },
    prove: (purpose: ProofPurpose, key: IdentityKey) => prove(line, purpose, key),
    adopt: (answer: OutputOf<typeof signIn>, pair: SessionKeyPair) => adopt(line, answer, pair),
    /** Creates and activates a wallet by default, and stays signed in. */
    createWallet: async (choices: CreateChoices = {}): Promise<ClientWallet> => {
      const wallet = await create(line, choices)
      password = wallet.password
      return wallet
    },
    signIn: (walletId: string, walletPassword = password, code = '') => enter(line, walletId, walletPassword, code),
    /** Proves the wallet password. Allows money calls for five minutes. */
    confirm: async (walletPassword = password): Promise<string> => {
      const { walletToken } = await callWire(line, confirmPassword, { walletPassword })
      line.walletToken = walletToken
      return walletToken
    },
  }
}
export type TestClient = ReturnType<typeof testClient>
