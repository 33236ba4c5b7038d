import * as v from 'valibot'
import { parseUnits } from '#kit/amount/amount.ts'
import { onlyTightened, setting } from '#kit/store/settings.ts'

/** When feeds alert an operator. Assumed: 10 % deviation, because our markets are small, or five minutes of silence. */
export const feedAlarms = setting({
  name: 'feeds.alarms',
  narrowsWithdrawing: false,
  about:
    'When the feeds are worth a look: how far our guide price may be from theirs (a share), and after how many minutes without a price',
  initial: { deviation: '0.1', silentMinutes: 5 },
  schema: v.object({
    deviation: v.pipe(
      v.string(),
      v.check((text) => (parseUnits(text) ?? 0n) > 0n, 'not a share above 0'),
    ),
    silentMinutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_440)),
  }),
  tightens: (before, after) => onlyTightened(before, after, { deviation: 'lower', silentMinutes: 'lower' }),
})

export const demoFaults = setting({
  name: 'feeds.demo_faults',
  hasOwnVerb: true,
  narrowsWithdrawing: false,
  about: 'What a feed of the demo gets wrong, by its name: {"Demo 1": "stale"}',
  initial: {} as Record<string, string>,
  schema: v.record(v.string(), v.string()),
})
