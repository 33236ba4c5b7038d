import * as v from 'valibot'
import { coins } from '#kit/amount/coins.ts'
import { chainIds } from '#kit/chain/chains.ts'
import { bars } from '#kit/time/bars.ts'
import { contract } from '../contract.ts'
import { exactAmount, language, moment, nothing, text, wholeNumber } from '../fields.ts'
import { named } from '../names.ts'

/** A cheap bot filter and rate-limit bucket, never authorization. Valid for two hours, renewed after one. */
export const fetchRequestToken = contract({
  method: 'POST',
  path: '/req-token',
  access: 'open',
  summary: 'Returns the request token that every other call must include.',
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

/** Display-only exchange rates. Currencies without a rate from the last day are left out. */
const fiatRound = v.object({
  /** Real time at which the named sources agreed. */
  at: moment,
  from: v.array(v.string()),
  /** USDT per unit of each ISO 4217 currency. Untrusted (ui/fiat.ts). */
  prices: v.record(v.string(), v.pipe(v.string(), v.regex(/^\d+(\.\d{1,12})?$/))),
})

export const loadConfig = contract({
  method: 'GET',
  path: '/main/config',
  access: 'open',
  fresh: true,
  moments: ['now', 'wall'],
  summary: 'Returns the clocks, version, chains, currency rates and maintenance window.',
  input: nothing,
  output: v.object({
    /** Business clock for order countdowns; the demo can move it. */
    now: moment,
    /** Real clock, for signatures and one-time codes. */
    wall: moment,
    version: v.string(),
    versionCode: v.number(),
    demo: v.boolean(),
    coins: v.array(v.picklist(coins)),
    chains: v.array(chainTerms),
    fiats: v.array(fiatRound),
    bottomBar: v.object({ bar: v.picklist(bars), choice: v.boolean() }),
    /** Business clock. */
    maintenance: v.nullable(v.object({ from: moment, until: moment, reason: v.string() })),
  }),
  failures: [],
  withoutRequestToken: true,
  always: true,
})

/** API addresses in addition to the page's origin. */
export const listEndpoints = contract({
  method: 'GET',
  path: '/main/lines',
  access: 'open',
  summary:
    'Lists the origins at which the API is available, all accepting the same signatures, tokens and idempotency keys.',
  input: nothing,
  output: v.object({ lines: v.array(v.string()) }),
  failures: [],
  withoutRequestToken: true,
  always: true,
})

export const loadVersion = contract({
  method: 'GET',
  path: '/version/Google',
  access: 'open',
  appType: 'app',
  summary: 'Returns the latest app version, its changes, and whether the update is mandatory.',
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
    /** Download URL; empty for a web app. */
    packageUrl: v.string(),
    force: v.boolean(),
    packageType: v.picklist(['page', 'package']),
  }),
  failures: [],
  withoutRequestToken: true,
  always: true,
})
