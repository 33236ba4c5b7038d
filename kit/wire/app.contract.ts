import * as v from 'valibot'
import { coins } from '#kit/assets.ts'
import { bars } from '#kit/bars.ts'
import { chainIds } from '#kit/chains.ts'
import { contract } from './contract.ts'
import { exactAmount, language, moment, nothing, text, wholeNumber } from './fields.ts'
import { named } from './names.ts'

/** Fetches a request token: a cheap filter for bots and a bucket for rate limits, never authority. Accepted for two hours, renewed after one. */
export const fetchRequestToken = contract({
  method: 'POST',
  path: '/req-token',
  access: 'open',
  summary: 'Fetches the request token every other call carries.',
  input: v.object({ appKey: text(64) }),
  output: v.object({ requestToken: v.string() }),
  failures: [],
  withoutRequestToken: true,
  secretAnswer: true,
  always: true,
})

const coinTerms = v.object({
  coin: v.picklist(coins),
  depositMin: exactAmount,
  withdrawalMin: exactAmount,
  withdrawalFee: exactAmount,
})
const chainTerms = named(
  v.object({
    chain: v.picklist(chainIds),
    name: v.string(),
    standard: v.string(),
    form: v.picklist(['evm', 'tron']),
    confirmations: v.number(),
    coins: v.array(coinTerms),
  }),
  { confirmations: 'confirmationsNeeded' },
)

/** What currencies cost, for looking only; those are left out of which nobody knows it, or not for a day. */
const fiatRound = v.object({
  /** The real moment at which the named sources agreed on these. */
  at: moment,
  from: v.array(v.string()),
  /** USDT for one unit of each currency, by its name in ISO 4217. A device reads them as whatever somebody wrote (ui/fiat.ts). */
  prices: v.record(v.string(), v.pipe(v.string(), v.regex(/^\d+(\.\d{1,12})?$/))),
})

/** What an app asks first: the two clocks, the version, the chains, what currencies cost, and whether there is maintenance. */
export const loadConfig = contract({
  method: 'GET',
  path: '/main/config',
  access: 'open',
  fresh: true,
  moments: ['now', 'wall'],
  summary: 'Clocks, version, chains, what currencies cost, and maintenance window.',
  input: nothing,
  output: v.object({
    /** The business clock; the demo can move it. Countdowns of orders run on it. */
    now: moment,
    /** The real clock, for signatures and one-time codes. */
    wall: moment,
    version: v.string(),
    versionCode: v.number(),
    demo: v.boolean(),
    coins: v.array(v.picklist(coins)),
    chains: v.array(chainTerms),
    fiats: v.array(fiatRound),
    /** The operator's bottom bar (kit/bars.ts), and whether a holder may choose another one. */
    bottomBar: v.object({ bar: v.picklist(bars), choice: v.boolean() }),
    /** The window that goes on or is announced, on the business clock, and why, in the operator's words. */
    maintenance: v.nullable(v.object({ from: moment, until: moment, reason: v.string() })),
  }),
  failures: [],
  withoutRequestToken: true,
  always: true,
})

/** The lines: every address of the API an app may talk to beside the one its page came from. */
export const listLines = contract({
  method: 'GET',
  path: '/main/lines',
  access: 'open',
  summary:
    'Addresses the API answers at, as origins; the same signature, tokens and idempotency keys hold on all of them.',
  input: nothing,
  output: v.object({ lines: v.array(v.string()) }),
  failures: [],
  withoutRequestToken: true,
  always: true,
})

/** The newest version of the app. Whether it is newer than one's own is for the device to say. */
export const loadVersion = contract({
  method: 'GET',
  path: '/version/Google',
  access: 'open',
  appType: 'app',
  summary: 'The newest version of the app, what is new, and whether it is left open to take it.',
  input: v.object({ editionType: text(40), versionType: text(40), versionCode: wholeNumber, language }),
  wire: {
    editionType: 'edition_type',
    versionType: 'version_type',
    versionCode: 'version',
    language: 'lang',
    latest: 'ver_num',
    latestName: 'ver_name',
    packageUrl: 'package_url',
    packageType: 'package_type',
  },
  output: v.object({
    latest: v.number(),
    latestName: v.string(),
    description: v.string(),
    /** Where the package is fetched; empty for an app that is a page. */
    packageUrl: v.string(),
    /** Nothing else is offered until it is taken. */
    force: v.boolean(),
    packageType: v.picklist(['page', 'package']),
  }),
  failures: [],
  withoutRequestToken: true,
  always: true,
})
