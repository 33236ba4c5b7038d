import { Secret } from 'otpauth'
import { askChallenge, restoreWallet, signIn } from '#features/onboarding/onboarding.contract.ts'
import { bindMail, greetMail, sendMailCode } from '#features/security/mail/mail.contract.ts'
import { addPasskey, beginPasskey } from '#features/security/passkeys/passkeys.contract.ts'
import { bindGoogle, changePassword, confirmPassword, setUpGoogle } from '#features/security/security.contract.ts'
import { makeTransfer, transferTarget } from '#features/transfers/transfers.contract.ts'
import { bindAddress, requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { codeAt, stepSeconds } from '#identity/authenticator/authenticator.ts'
import { readPuzzle } from '#identity/captcha/captcha.server.ts'
import { holeFrom, picture, toleranceX } from '#identity/captcha/captcha.ts'
import { newestMails } from '#identity/mail/mail-queue.store.ts'
import { digitsOf, type MailScene, mailScenes } from '#identity/mail/mail-scenes.ts'
import { testAuthenticator } from '#identity/passkeys/test-authenticator.ts'
import { codeShares } from '#identity/passwords/attempts.ts'
import { identityKeyOf, makeProof, newPhrase, signText } from '#identity/sessions/identity-key.ts'
import { testWallet } from '#identity/test-wallet.ts'
import { newWalletId } from '#identity/wallet-id.ts'
import { expect } from '#kit/expect.ts'
import { randomBelow, randomUuid } from '#kit/text/random.ts'
import { secondFactorPurposes } from '#kit/wire/contract.ts'
import { checkCaptcha, loadCaptcha } from '#kit/wire/contracts/captcha.contract.ts'
import { askPasskey, confirmByPasskey } from '#kit/wire/contracts/passkey.contract.ts'
import { actDigest } from '#kit/wire/signing/act.ts'
import type { Envelope } from '#kit/wire/signing/envelope.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { available, outside } from '#ledger/posting/chart.ts'
import { post } from '#ledger/posting/ledger.store.ts'
import { testSecrets } from '#server/test/test-captcha.ts'
import { type TestClient, testPassword } from '#server/test/test-client.ts'
import { home } from '#server/test/test-money-world.ts'
import type { GuessWorld } from './test-guess-world.ts'

export type Guesser = {
  guess(): Promise<Envelope>
  again?(): Promise<unknown>
}
export type Target = {
  readonly name: string
  /** Number of possible secrets. undefined: chosen by people */
  readonly space: number | undefined
  readonly locked:
    | 'identity.password_locked'
    | 'identity.passkey_locked'
    | 'identity.code_locked'
    | 'captcha.check_invalid'
    | 'request.too_often'
  readonly dayMost?: number
  readonly counted?: 'lookup' | 'sign_in' | 'restore'
  aim(world: GuessWorld): Promise<Guesser>
}

const envelopeOf = async (answer: Promise<{ readonly envelope: Envelope }>): Promise<Envelope> =>
  (await answer).envelope
let nth = 0
const wrong = (): string => `Wrong${++nth}guess`

const byPassword: readonly Pick<Target, 'name' | 'aim'>[] = [
  {
    name: 'wallet password, proving it',
    aim: async (world) => {
      const client = world.client()
      await client.createWallet()
      return { guess: () => envelopeOf(client.send(confirmPassword, { walletPassword: wrong() })) }
    },
  },
  {
    name: 'wallet password, signing in on a device of the holder',
    aim: async (world) => {
      const client = world.client()
      const { walletId } = await client.createWallet()
      return { guess: () => signInWith(client, walletId, wrong()) }
    },
  },
  {
    name: 'wallet password, signing in from ever new devices',
    aim: async (world) => {
      const { walletId } = await world.client().createWallet()
      return { guess: () => signInWith(world.client(), walletId, wrong()) }
    },
  },
]
const passwords: readonly Target[] = byPassword.map((target) => ({
  ...target,
  space: undefined,
  locked: 'identity.password_locked',
}))

/** An attacker with the session and passkey name but a different key. */
const passkey: Target = {
  name: 'passkey, signing with another key',
  // Attack cost for a P-256 key.
  space: 2 ** 128,
  locked: 'identity.passkey_locked',
  aim: async (world) => {
    const client = world.client()
    await client.createWallet()
    await client.confirm()
    const device = testAuthenticator(client.line.origin)
    const { challenge: first } = await client.call(beginPasskey, {})
    await client.call(addPasskey, { passkey: device.make(first), code: '' })
    const guess = async () => {
      const act = actDigest({ method: 'POST', path: makeTransfer.path, key: randomUuid(), fields: {} })
      const { challenge } = await client.call(askPasskey, { act })
      const forged = { ...testAuthenticator(client.line.origin).sign(challenge), id: device.id }
      return envelopeOf(client.send(confirmByPasskey, { act, passkey: forged }))
    }
    return { guess }
  },
}

async function signInWith(client: TestClient, walletId: string, walletPassword: string, code = ''): Promise<Envelope> {
  const { deviceId } = client.line
  const dh = (await newSessionKeyPair()).publicText
  return envelopeOf(client.send(signIn, { walletId, walletPassword, code, deviceId, dh }))
}

async function bound(world: GuessWorld) {
  const client = world.client()
  const wallet = await client.createWallet()
  const { walletId, key } = wallet
  await client.confirm()
  const secret = Secret.fromBase32((await client.call(setUpGoogle, {})).secret).bytes
  await client.call(bindGoogle, { code: codeAt(secret, world.wall()) })
  /** The next time step's code, already valid. */
  const next = () => codeAt(secret, new Date(world.wall().getTime() + stepSeconds * 1000))
  const signed = (chain: 'bsc' | 'eth') => {
    const issuedAt = Math.floor(world.wall().getTime() / 1000)
    const text = ['idwallet-bind-v1', walletId, chain, home, issuedAt].join('\n')
    return { chain, address: home, remark: 'mine', issuedAt, signature: signText(text, key) }
  }
  await client.call(bindAddress, { ...signed('bsc'), code: next() })
  const posting = { from: outside('bsc'), to: available(walletId), asset: 'USDT', units: 10n ** 11n, code: 2 } as const
  await world.db.transaction((tx) => post(tx, { key: `guess:${walletId}`, at: world.wall(), postings: [posting] }))
  const wrongCode = (): string => {
    const near = [-2, -1, 0, 1, 2].map((steps) =>
      codeAt(secret, new Date(world.wall().getTime() + steps * stepSeconds * 1000)),
    )
    let code = near[0] ?? ''
    while (near.includes(code)) code = String(randomBelow(1_000_000)).padStart(6, '0')
    return code
  }
  return { client, walletId, wrongCode, signed, again: () => client.confirm() }
}
type Bound = Awaited<ReturnType<typeof bound>>

const googleGuesses: Readonly<
  Record<(typeof secondFactorPurposes)[number], (holder: Bound, world: GuessWorld) => Promise<Envelope>>
> = {
  sign_in: ({ walletId, wrongCode }, world) => signInWith(world.client(), walletId, testPassword, wrongCode()),
  withdraw: ({ client, wrongCode }) =>
    envelopeOf(client.send(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '20', code: wrongCode() })),
  move: async ({ client, wrongCode }, { db }) => {
    const { walletId: receiverId } = await testWallet(db)
    return envelopeOf(client.send(makeTransfer, { receiverId, coin: 'USDT', amount: '150', code: wrongCode() }))
  },
  security: ({ client, wrongCode, signed }) =>
    envelopeOf(client.send(bindAddress, { ...signed('eth'), code: wrongCode() })),
}
const googleCodes: readonly Target[] = secondFactorPurposes.map((purpose) => ({
  name: `Google code: ${purpose}`,
  // Three codes are valid at any time.
  space: 1_000_000 / 3,
  locked: 'identity.code_locked',
  dayMost: purpose === 'sign_in' ? codeShares.door : codeShares.inside,
  aim: async (world) => {
    const holder = await bound(world)
    return { guess: () => googleGuesses[purpose](holder, world), again: holder.again }
  },
}))

async function send(world: GuessWorld, client: TestClient, email: string, scene: MailScene): Promise<string> {
  const { key, secret } = await client.call(loadCaptcha, {})
  const { x } = readPuzzle({ secrets: testSecrets, ip: '127.0.0.1', wall: world.wall() }, { key, secret })
  await world.pause(500)
  const { captchaSign } = await client.call(checkCaptcha, { key, secret, value: String(x) })
  await client.call(sendMailCode, { email, scene, method: 2, checkKey: key, checkSign: captchaSign })
  const mails = await newestMails(world.db, testSecrets, 100)
  return mails.find(({ draft }) => draft.address === email)?.draft.values.code ?? ''
}
const otherThan = (code: string): string =>
  String((Number(code) + 1 + randomBelow(8)) % 10 ** code.length).padStart(code.length, '0')

const mailCodes: readonly Target[] = mailScenes.map((scene) => ({
  name: `e-mail code: ${scene}`,
  space: 10 ** digitsOf(scene),
  locked: 'identity.code_locked',
  aim: async (world) => {
    const client = world.client()
    await client.createWallet()
    await client.confirm()
    const [email, other] = [++nth, ++nth].map((each) => `guessed${each}@example.com`) as [string, string]
    if (scene !== 'bind') await client.call(bindMail, { email, code: await send(world, client, email, 'bind') })
    let sent = await send(world, client, email, scene)
    const guesses: Readonly<Record<MailScene, (code: string) => Promise<Envelope>>> = {
      bind: (code) => envelopeOf(client.send(bindMail, { email, code })),
      rebind: (currentCode) => envelopeOf(client.send(bindMail, { email: other, code: '000000', currentCode })),
      password: (mailCode) => {
        const next = {
          currentPassword: testPassword,
          newPassword: 'Another9pelican',
          repeatPassword: 'Another9pelican',
        }
        return envelopeOf(client.send(changePassword, { ...next, mailCode }))
      },
      hello: (code) => envelopeOf(client.send(greetMail, { code })),
    }
    return {
      guess: () => guesses[scene](otherThan(sent)),
      again: async () => {
        await client.confirm()
        sent = await send(world, client, email, scene)
      },
    }
  },
}))

const others: readonly Target[] = [
  {
    name: 'one slider puzzle',
    space: Math.round((picture.width - picture.piece - holeFrom) / (2 * toleranceX + 1)),
    locked: 'captcha.check_invalid',
    aim: async (world) => {
      const client = world.client()
      const { key, secret } = await client.call(loadCaptcha, {})
      await world.pause(500)
      return { guess: () => envelopeOf(client.send(checkCaptcha, { key, secret, value: '0' })) }
    },
  },
  {
    name: 'wallet IDs, looked up by one who is signed in',
    counted: 'lookup',
    space: 2 ** 45,
    locked: 'request.too_often',
    aim: async (world) => {
      const client = world.client()
      await client.createWallet()
      return { guess: () => envelopeOf(client.send(transferTarget, { receiverId: newWalletId() })) }
    },
  },
  {
    name: 'wallet IDs, signing in with each',
    counted: 'sign_in',
    space: 2 ** 45,
    locked: 'request.too_often',
    aim: async (world) => ({ guess: () => signInWith(world.client(), newWalletId(), wrong()) }),
  },
  {
    name: 'the words of a wallet, restoring with others',
    counted: 'restore',
    space: 2 ** 128,
    locked: 'request.too_often',
    aim: async (world) => ({ guess: () => restoreWith(world.client()) }),
  },
]

async function restoreWith(client: TestClient): Promise<Envelope> {
  const [key, next] = await Promise.all([identityKeyOf(newPhrase()), identityKeyOf(newPhrase())])
  expect(key && next, 'new words are a phrase')
  const { origin, deviceId } = client.line
  const challenge = await client.call(askChallenge, { purpose: 'restore', pub: key.publicText })
  const facts = {
    ...challenge,
    purpose: 'restore',
    origin,
    pub: key.publicText,
    newPub: next.publicText,
    deviceId,
  } as const
  const dh = (await newSessionKeyPair()).publicText
  const proofs = { proof: makeProof(facts, key), newProof: makeProof(facts, next) }
  const words = { newPassword: testPassword, repeatPassword: testPassword }
  return envelopeOf(client.send(restoreWallet, { ...proofs, ...words, deviceId, dh }))
}

export const targets: readonly Target[] = [...passwords, passkey, ...googleCodes, ...mailCodes, ...others]
