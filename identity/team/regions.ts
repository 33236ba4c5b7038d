import * as v from 'valibot'
import { setting } from '#kit/store/settings.ts'
import { regionCodes } from './region-codes.ts'

export const regionalFeatures = ['earn', 'referral', 'otc'] as const
export type RegionalFeature = (typeof regionalFeatures)[number]
/** Regions not yet reviewed are `unknown`, which counts as off. */
const known = v.picklist(['on', 'off', 'unknown'])
type Row = Readonly<Record<RegionalFeature, v.InferOutput<typeof known>>>

const row = (all: Row['earn']): Row => ({ earn: all, referral: all, otc: all })
const rows = (codes: string, all: Row['earn']) => codes.split(' ').map((code) => [code, row(all)] as const)

/**
 * By region; missing regions are unknown. Assumed: on where the app has a language of the region and we know of no ban; every other region
 * waits for a review.
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

export const isOnIn = (table: Readonly<Record<string, Row>>, region: string, feature: RegionalFeature): boolean =>
  table[region]?.[feature] === 'on'

/** Assumed: minimum time between declarations; people move, but not between purchases. */
export const regionStandsDays = 30
