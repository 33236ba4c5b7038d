import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { quotas } from '#kit/store/quotas.ts'
import { limitsFor, writesOfDay } from '#server/limits/rate-limit.ts'
import { growthOf, mostBytesOfDay } from './growth.ts'

const schema = readFileSync(new URL('../../../db/schema.sql', import.meta.url), 'utf8')

it('lists every table of the schema, and says what makes it grow', () => {
  const tables = [...schema.matchAll(/^CREATE TABLE (\S+) \(/gm)].map(([, name]) => name)
  expect(tables.length).toBeGreaterThan(120)
  expect([...growthOf.keys()].toSorted()).toEqual(tables.toSorted())
})

it('bounds what one wallet and one address can make us keep in a day', () => {
  const sumOf = (by: string) =>
    [...growthOf.values()].filter((growth) => growth.by === by).reduce((sum, growth) => sum + mostBytesOfDay(growth), 0)
  for (const [name, growth] of growthOf)
    if (growth.by !== 'time') expect(Number.isFinite(mostBytesOfDay(growth)), name).toBe(true)
  // Pictures alone took 2.1 GiB before quotas.
  expect(growthOf.get('picture')?.bytes).toBe(quotas.picture.wallet + quotas.evidence.wallet)
  expect(mostBytesOfDay(growthOf.get('chat_message') ?? { by: 'holder', bound: '' })).toBe(quotas.message.wallet)
  expect(writesOfDay(limitsFor(false).writes ?? { burst: Number.POSITIVE_INFINITY, perSecond: 0 })).toBeLessThan(10_000)
  expect(sumOf('holder')).toBeLessThan(1_000_000_000)
  expect(sumOf('stranger')).toBeLessThan(50_000_000)
})
