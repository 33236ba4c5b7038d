import * as v from 'valibot'
import { setting } from '#kit/settings.ts'
import { regionCodes } from './region-codes.ts'

/** What can be off where a person lives. */
export const regionalFeatures = ['earn', 'referral', 'otc'] as const
export type RegionalFeature = (typeof regionalFeatures)[number]
/** Where nobody has looked yet it is unknown, and that is off. */
const known = v.picklist(['on', 'off', 'unknown'])
type Row = Readonly<Record<RegionalFeature, v.InferOutput<typeof known>>>

const row = (all: Row['earn']): Row => ({ earn: all, referral: all, otc: all })
const rows = (codes: string, all: Row['earn']) => codes.split(' ').map((code) => [code, row(all)] as const)

/**
 * What is on where, by region. A region that is not in it is unknown.
 * Assumed: on where the app speaks a language of the region and we know of no ban; every other region waits for someone to look.
 */
export const regionTable = setting<Readonly<Record<string, Row>>>({
  name: 'regions.table',
  hasOwnVerb: true,
  narrowsWithdrawing: false,
  about:
    'Earn lines, referral and OTC by region of residence, on, off or unknown (off too): {"SG": {"earn": "on", "referral": "on", "otc": "on"}}',
  initial: Object.fromEntries([
    ...rows('AE AT BR CH DE HK ID IN JP KH KR KZ MY PK PT SG TH TW VN', 'on'),
    ...rows('CN CU IR KP SY US', 'off'),
  ]),
  schema: v.record(
    v.picklist(regionCodes, 'not a region'),
    v.object({ earn: known, referral: known, otc: known }),
  ) as v.GenericSchema<unknown, Readonly<Record<string, Row>>>,
})

/** Whether a feature is on in a region. */
export const isOnIn = (table: Readonly<Record<string, Row>>, region: string, feature: RegionalFeature): boolean =>
  table[region]?.[feature] === 'on'

/** Assumed: a declaration stands at least this long before another; people move, but not from purchase to purchase. */
export const regionStandsDays = 30
