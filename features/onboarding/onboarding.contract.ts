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

/** What every way in answers. `dh` is the server's half of the session key; `token` goes into the User-Token header. */
const signedIn = v.object({
  token: v.string(),
  sessionId: v.string(),
  dh: v.string(),
  walletId: v.string(),
  /** Whether the words were re-entered. */
  activated: v.boolean(),
})

/** Asks for a challenge to sign. Always answers, whether the key is known or not; lives 120 s and serves once. */
export const askChallenge = contract({
  method: 'POST',
  path: '/login/challenge',
  access: 'open',
  summary: 'A challenge for the identity key to sign.',
  input: v.object({ purpose: proofPurpose, pub: publicKeyText }),
  output: v.object({ cid: v.string(), challenge: v.string(), iat: v.number(), exp: v.number() }),
  failures: [],
  secretAnswer: true,
  always: true,
})

/** Creates a wallet for a new identity key and signs it in. */
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
    /** A solved puzzle; `captcha.needed` asks for it, where many wallets come from one network. */
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

/**
 * Signs in by the words as they are, before a restore or in place of one: nothing of the wallet changes, and what moves money asks for the
 * password as ever.
 */
export const signInByPhrase = contract({
  method: 'POST',
  path: '/login/phrase',
  access: 'open',
  counted: 'restore',
  summary: 'Signs in by the phrase as it is; nothing of the wallet changes.',
  input: v.object({
    /** Signed with the wallet's key, purpose `enter`. */
    proof: proofText,
    /** The Google code; `identity.code_needed` asks for it, and the same proof serves then. */
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

/** Restores a wallet: the old key hands over to a new one, whose words were re-entered. All at once or not at all; withdrawals wait 24 h. */
export const restoreWallet = contract({
  method: 'POST',
  path: '/login/import',
  access: 'open',
  counted: 'restore',
  summary: 'Restores a wallet from its phrase, with a new phrase.',
  input: v.object({
    /** The old key's signature, purpose `restore`, over a message that names the new key. */
    proof: proofText,
    /** The new key's signature over the very same message. */
    newProof: proofText,
    newPassword: passwordText,
    repeatPassword: passwordText,
    deviceId: deviceIdText,
    dh: sessionPointText,
    /** Bound withdrawal addresses signed anew: `bindMessage` by the old and by the new key. */
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

/** Signs in a wallet of this device by its password, and its Google code where an authenticator is bound. */
export const signIn = contract({
  method: 'POST',
  path: '/login/password',
  access: 'open',
  counted: 'sign_in',
  summary: 'Signs in with wallet ID and password.',
  input: v.object({
    walletId: walletIdText,
    walletPassword: passwordText,
    /** The Google code; `identity.code_needed` asks for it. */
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

/** Ends this session. */
export const signOut = contract({
  method: 'POST',
  path: '/login/out',
  access: 'session',
  summary: 'Signs out.',
  input: nothing,
  output: nothing,
  failures: [],
  always: true,
  evenWhenStopped: true,
})

/** Proves that the words were re-entered: activates the wallet, which can then invite. */
export const proveBackup = contract({
  method: 'POST',
  path: '/wallet/backup',
  access: 'session',
  summary: 'Proves the backup and activates the wallet.',
  /** Signed with the wallet's key as derived from the words re-entered, purpose `backup`. */
  input: v.object({ proof: proofText, deviceId: deviceIdText }),
  output: v.object({ activated: v.boolean() }),
  failures: ['identity.challenge_expired', 'identity.mnemonic_wrong'],
  evenWhenStopped: true,
})
