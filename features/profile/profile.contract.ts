import * as v from 'valibot'
import { contract } from '#kit/wire/contract.ts'
import { coin, exactAmount, line, moment } from '#kit/wire/fields.ts'

const runningOrder = v.object({
  orderId: v.number(),
  line: v.string(),
  /** Current value in `coin`; for a package the coins not yet released. */
  amount: exactAmount,
  coin,
  side: v.nullable(coin),
  /** Day of the current round, from 1; 0 before its start. */
  day: v.number(),
  /** Null if the round has no end. */
  days: v.nullable(v.number()),
  startsAt: moment,
  paused: v.boolean(),
})

const trade = v.object({
  id: v.number(),
  turn: v.picklist(['pay', 'check', 'dispute']),
  amount: exactAmount,
  coin,
})
const withdrawal = v.object({ id: v.number(), amount: exactAmount, coin })

const homeView = v.object({
  /** Today's income minus losses in USDT, as in profit/summary; negative for a loss. Null if a coin has no price. */
  today: v.nullable(exactAmount),
  running: v.number(),
  /** Reservations whose balance can be paid now. */
  due: v.number(),
  /** At most three, newest first. */
  orders: v.array(runningOrder),
  /** P2P trades that wait for this wallet; at most three. */
  trades: v.optional(v.array(trade), []),
  /** In progress; at most three. */
  withdrawals: v.optional(v.array(withdrawal), []),
})

export const loadWalletInfo = contract({
  method: 'GET',
  path: '/wallet/info',
  access: 'session',
  summary: 'Returns the signed-in wallet.',
  input: v.object({
    /** `home` adds the data of the home screen. */
    view: v.optional(v.picklist(['home'], 'format')),
  }),
  output: v.object({
    walletId: v.string(),
    nickname: v.string(),
    /** Picture ID; null for the default seal. */
    avatar: v.nullable(v.string()),
    sponsorId: v.nullable(v.string()),
    createdAt: moment,
    /** Whether the backup was confirmed. */
    activated: v.boolean(),
    passwordSet: v.boolean(),
    googleBound: v.boolean(),
    frozen: v.boolean(),
    /** Null unless requested. */
    home: v.nullable(homeView),
  }),
  failures: ['invest.fund_data_wrong'],
})

/** In characters. */
export const nicknameLengthMax = 20

export const renameWallet = contract({
  method: 'POST',
  path: '/my/nickname',
  access: 'session',
  summary: 'Changes the wallet’s nickname.',
  input: v.object({ nickname: line(nicknameLengthMax) }),
  output: v.object({ nickname: v.string() }),
  failures: [],
})
