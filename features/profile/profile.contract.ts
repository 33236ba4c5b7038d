import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { line, moment, nothing } from '#kit/wire/fields.ts'

/** Who is signed in. */
export const loadWalletInfo = contract({
  method: 'GET',
  path: '/wallet/info',
  access: 'session',
  summary: 'The wallet signed in.',
  input: nothing,
  output: v.object({
    walletId: v.string(),
    nickname: v.string(),
    /** The ID of the picture it shows; null where its seal stands. */
    avatar: v.nullable(v.string()),
    sponsorId: v.nullable(v.string()),
    createdAt: moment,
    /** Whether the words were re-entered. */
    activated: v.boolean(),
    passwordSet: v.boolean(),
    googleBound: v.boolean(),
    frozen: v.boolean(),
  }),
  failures: [],
})

/** Longest nickname, in characters. */
export const nicknameLengthMax = 20

/** Changes the nickname others see, masked. */
export const renameWallet = contract({
  method: 'POST',
  path: '/my/nickname',
  access: 'session',
  summary: 'Changes the nickname.',
  input: v.object({ nickname: line(nicknameLengthMax) }),
  output: v.object({ nickname: v.string() }),
  failures: [],
})
