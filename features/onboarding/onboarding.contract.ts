import * as v from 'valibot'
import {
  deviceIdText,
  optionalWalletId,
  passwordText,
  proofPurpose,
  proofText,
  publicKeyText,
  sessionPointText,
  walletIdText,
} from '#identity/fields.ts'
import { contract } from '#kit/wire/contract.ts'
import { nothing, optionalText } from '#kit/wire/fields.ts'
import { named } from '#kit/wire/names.ts'

/** `dh` is the server's half of the session key. `token` goes into the User-Token header. */
const signedIn = v.object({
  token: v.string(),
  sessionId: v.string(),
  dh: v.string(),
  walletId: v.string(),
  activated: v.boolean(),
})

/** Does not reveal whether the key is known. The challenge is valid once, for 120 s. */
export const askChallenge = contract({
  method: 'POST',
  path: '/login/challenge',
  access: 'open',
  summary: 'Creates a challenge for the identity key to sign.',
  input: v.object({ purpose: proofPurpose, pub: publicKeyText }),
  output: v.object({ cid: v.string(), challenge: v.string(), iat: v.number(), exp: v.number() }),
  failures: [],
  secretAnswer: true,
  always: true,
})

export const createWallet = contract({
  method: 'POST',
  path: '/login/create',
  access: 'open',
  counted: 'creation',
  summary: 'Creates an identity wallet.',
  input: v.object({
    /** Signed with the new key, purpose `create`. */
    proof: proofText,
    newPassword: passwordText,
    repeatPassword: passwordText,
    sponsorId: optionalWalletId,
    deviceId: deviceIdText,
    dh: sessionPointText,
    checkKey: optionalText(40),
    checkSign: optionalText(100),
  }),
  output: signedIn,
  failures: [
    'identity.challenge_expired',
    'identity.mnemonic_wrong',
    'identity.wallet_taken',
    'identity.wallet_id_wrong',
    'identity.inviter_wrong',
    'identity.passwords_differ',
    'identity.password_weak',
    'identity.password_common',
    'identity.password_is_id',
    'captcha.needed',
    'captcha.sign_expired',
    'captcha.sign_wrong',
    'captcha.check_invalid',
  ],
  secretAnswer: true,
})

/** Payments still require the password. */
export const signInByPhrase = contract({
  method: 'POST',
  path: '/login/phrase',
  access: 'open',
  counted: 'restore',
  summary: 'Signs in with the current recovery phrase without changing the wallet.',
  input: v.object({
    /** Signed with the wallet's key, purpose `enter`. */
    proof: proofText,
    /** Google code; required after `identity.code_needed`, with the same proof. */
    code: optionalText(6),
    deviceId: deviceIdText,
    dh: sessionPointText,
  }),
  output: signedIn,
  failures: [
    'identity.challenge_expired',
    'identity.mnemonic_wrong',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.code_locked',
  ],
  secretAnswer: true,
  always: true,
})

/** Replaces the key and password atomically. Withdrawals are then blocked for 24 h. */
export const restoreWallet = contract({
  method: 'POST',
  path: '/login/import',
  access: 'open',
  counted: 'restore',
  summary: 'Restores an identity wallet from its recovery phrase and replaces the phrase with a new one.',
  input: v.object({
    /** The old key's signature, purpose `restore`, over a message that names the new key. */
    proof: proofText,
    /** The new key's signature over the same message. */
    newProof: proofText,
    newPassword: passwordText,
    repeatPassword: passwordText,
    deviceId: deviceIdText,
    dh: sessionPointText,
    /** For each bound withdrawal address, signatures of both keys over `bindMessage`. */
    certificates: v.optional(
      v.pipe(
        v.array(
          named(
            v.object({
              chain: v.pipe(v.string('format'), v.maxLength(20, 'format')),
              address: v.pipe(v.string('format'), v.maxLength(64, 'format')),
              iat: v.pipe(v.number('format'), v.integer('format')),
              oldSignature: v.pipe(v.string('format'), v.maxLength(100, 'format')),
              newSignature: v.pipe(v.string('format'), v.maxLength(100, 'format')),
            }),
            { iat: 'issuedAt' },
          ),
          'format',
        ),
        v.maxLength(10, 'format'),
      ),
      [],
    ),
  }),
  output: signedIn,
  failures: [
    'identity.challenge_expired',
    'identity.mnemonic_wrong',
    'identity.passwords_differ',
    'identity.password_weak',
    'identity.password_common',
    'identity.password_is_id',
  ],
  secretAnswer: true,
  always: true,
})

export const signIn = contract({
  method: 'POST',
  path: '/login/password',
  access: 'open',
  counted: 'sign_in',
  summary: 'Signs in with the wallet ID and wallet password.',
  input: v.object({
    walletId: walletIdText,
    walletPassword: passwordText,
    code: optionalText(6),
    deviceId: deviceIdText,
    dh: sessionPointText,
  }),
  wire: { walletPassword: 'password' },
  output: signedIn,
  failures: [
    'identity.wallet_id_wrong',
    'identity.password_wrong',
    'identity.password_locked',
    'identity.code_needed',
    'identity.code_wrong',
    'identity.code_used',
    'identity.code_locked',
  ],
  secretAnswer: true,
  always: true,
})

export const signOut = contract({
  method: 'POST',
  path: '/login/out',
  access: 'session',
  summary: 'Signs out of the current session.',
  input: nothing,
  output: nothing,
  failures: [],
  always: true,
  evenWhenStopped: true,
})

/** An activated wallet can invite. */
export const proveBackup = contract({
  method: 'POST',
  path: '/wallet/backup',
  access: 'session',
  summary: 'Verifies the recovery phrase backup and activates the wallet.',
  /** Signed with the wallet's key derived from the re-entered words, purpose `backup`. */
  input: v.object({ proof: proofText, deviceId: deviceIdText }),
  output: v.object({ activated: v.boolean() }),
  failures: ['identity.challenge_expired', 'identity.mnemonic_wrong'],
  evenWhenStopped: true,
})
