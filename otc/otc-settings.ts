import * as v from 'valibot'
import { regionCodes } from '#identity/team/region-codes.ts'
import { parseUnits } from '#kit/amount/amount.ts'
import { amountFrom, onlyTightened, setting, unitsIn } from '#kit/store/settings.ts'

const fiatRow = v.object({
  /** Guide price for floating ads and the bounds of fixed prices. */
  guide: amountFrom('0.0001', '10000000'),
  /** Empty means all regions. */
  regions: v.array(v.picklist(regionCodes, 'not a region')),
})
type Fiats = Readonly<Record<string, v.InferOutput<typeof fiatRow>>>

const fiatsFrom = (text: string): Fiats =>
  Object.fromEntries(
    text.split(' · ').map((row) => {
      const [name = '', guide = '', ...regions] = row.split(' ')
      return [name, { guide, regions: regions as Fiats[string]['regions'] }]
    }),
  )

/** Assumed: the operator sets guide prices; feeds are for display only. */
export const otcFiats = setting<Fiats>({
  name: 'otc.fiats',
  narrowsWithdrawing: false,
  about:
    'Currencies USDT is traded for over the counter, the guide price of one USDT, and the regions of each (none: all): {"USD": {"guide": "1", "regions": []}}',
  initial: fiatsFrom(
    'USD 1 · EUR 0.87 DE PT · AED 3.67 AE · BRL 5.4 BR · CHF 0.81 CH · CNY 7.1 HK SG MY · HKD 7.78 HK · IDR 16700 ID · INR 89 IN · JPY 156 JP · KRW 1470 KR · KZT 520 KZ · MYR 4.14 MY · PKR 281 PK · SGD 1.31 SG · THB 32.4 TH · TWD 31.2 TW · VND 26350 VN',
  ),
  schema: v.record(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)), fiatRow) as v.GenericSchema<unknown, Fiats>,
})

/** In USDT. PRODUCT.md part 11 defines `firstMaximum`; the other two are assumed. */
export const otcLimits = setting({
  name: 'otc.limits',
  narrowsWithdrawing: false,
  about:
    'In USDT: the least and the most of one trade over the counter, and the most of one until five different people have traded with a wallet',
  initial: { minimum: '10', maximum: '10000', firstMaximum: '500' },
  schema: v.object({
    minimum: amountFrom('1', '100'),
    maximum: amountFrom('100', '100000'),
    firstMaximum: amountFrom('50', '10000'),
  }),
  tightens: (before, after) =>
    onlyTightened(before, after, { minimum: 'higher', maximum: 'lower', firstMaximum: 'lower' }),
})
export type OtcLimits = Readonly<Record<'minimum' | 'maximum' | 'firstMaximum', bigint>>
export const limitsOf = (texts: v.InferOutput<typeof otcLimits.schema>): OtcLimits => unitsIn(texts)

/** Guide prices in 10⁻⁸. */
export const fiatsIn = (fiats: Fiats, region: string): ReadonlyMap<string, bigint> =>
  new Map(
    Object.entries(fiats)
      .filter(([, { regions }]) => regions.length === 0 || (regions as readonly string[]).includes(region))
      .map(([name, { guide }]) => [name, parseUnits(guide) ?? 0n]),
  )
