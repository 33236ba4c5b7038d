import { regionCodes } from '#identity/team/region-codes.ts'
import { regionalFeatures, regionTable } from '#identity/team/regions.ts'
import { changeSetting, readSetting } from '#kit/store/settings.store.ts'
import { choiceOf, reasonOf } from '../base/arguments.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

const states = ['on', 'off', 'unknown'] as const

export const regionList: Verb = {
  words: 'region list',
  guard: 'none',
  usage: '',
  summary: 'Shows what is on where. A region that is not listed is unknown, and that is off.',
  async run({ db, say }) {
    const table = await readSetting(db, regionTable)
    for (const [region, row] of Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)))
      say(`${region}  ${regionalFeatures.map((feature) => `${feature} ${row[feature]}`).join(' · ')}`)
  },
}

export const regionSet: Verb = {
  words: 'region set',
  guard: 'two',
  mayTighten: 'closing what a region may not use is urgent',
  isPublic: true,
  usage: '<region> <earn|referral|otc|all> <on|off|unknown> <reason>',
  summary:
    'Switches earn lines, referral or OTC for who lives in a region, for a public reason. What runs there runs on.',
  async run(operation) {
    const { args, db, clock } = operation
    const [region = '', feature, state, ...words] = args
    if (!regionCodes.includes(region)) throw new UsageError('region: its two letters, like SG')
    const chosen = choiceOf(feature, [...regionalFeatures, 'all'], 'what')
    const next = choiceOf(state, states, 'state')
    const reason = reasonOf(words)
    const table = await readSetting(db, regionTable)
    const before = table[region] ?? { earn: 'unknown', referral: 'unknown', otc: 'unknown' }
    const all = { earn: next, referral: next, otc: next }
    const row = chosen === 'all' ? all : { ...before, [chosen]: next }
    await makeChange(operation, {
      movesMoney: false,
      will: [`${region}: ${regionalFeatures.map((each) => `${each} ${before[each]} → ${row[each]}`).join(' · ')}`],
      async apply(tx) {
        await changeSetting(tx, regionTable, { value: { ...table, [region]: row }, reason, at: clock.now() })
        return [`${region}: ${regionalFeatures.map((each) => `${each} ${row[each]}`).join(' · ')}`]
      },
    })
  },
}

export const regionVerbs: readonly Verb[] = [regionList, regionSet]
