import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, line, moment } from '#kit/wire/fields.ts'

/** An order that runs, in a few words. */
const runningOrder = v.object({
  orderId: v.number(),
  line: v.string(),
  /** What is in it now, in `coin`: of a package the coins that are not released yet. */
  amount: exactAmount,
  coin,
  side: v.nullable(coin),
  /** Of the running round, from 1; 0 before its start. */
  day: v.number(),
  /** How many days the round has; null: it has no end. */
  days: v.nullable(v.number()),
  startsAt: moment,
  paused: v.boolean(),
})

/** What home shows of a wallet beside its balances. */
const homeView = v.object({
  /** What today brought, net of what was given up, as profit/summary says it: USDT, below zero for a loss. null: a coin has no price. */
  today: v.nullable(exactAmount),
  /** How many orders run. */
  running: v.number(),
  /** Reservations whose balance can be paid now. */
  due: v.number(),
  /** The newest that run, at most three. */
  orders: v.array(runningOrder),
})

/** Who is signed in. */
export const loadWalletInfo = contract({
  method: 'GET',
  path: '/wallet/info',
  access: 'session',
  summary: 'The wallet signed in.',
  input: v.object({
    /** home: with what the home screen shows. */
    view: v.optional(v.picklist(['home'], 'format')),
  }),
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
    /** null where it was not asked for. */
    home: v.nullable(homeView),
  }),
  failures: ['invest.fund_data_wrong'],
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
