import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testDb } from '#engine/test/test-db.ts'
import { productLines } from '../registry.ts'
import { testFacts, testOrder } from '../terms/test-order.ts'

it('the POWER the database keeps of an order is what its line says, to the unit', async () => {
  const value = fc.bigInt({ min: 0n, max: 10n ** 13n })
  const share = fc.constantFrom('0', '0.001', '0.002', '0.003', '0.0005', '0.006', '0.333333333333', '1')
  const cases = fc.sample(fc.tuple(value, share), 500)
  const db = await testDb()
  const rows = await db.query<{ units: bigint }>(
    `SELECT floor(value * (terms ->> 'powerPerDay')::numeric)::bigint AS units
     FROM unnest($1::int8[], $2::jsonb[]) WITH ORDINALITY AS c (value, terms, place) ORDER BY place`,
    [cases.map(([units]) => units), cases.map(([, powerPerDay]) => JSON.stringify({ powerPerDay }))],
  )
  const [column] = await db.query<{ sql: string }>(
    `SELECT pg_get_expr(d.adbin, d.adrelid) AS sql FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
     WHERE d.adrelid = 'investment_order'::regclass AND a.attname = 'power_units'`,
  )
  expect(column?.sql).toContain(`floor(((value_units)::numeric * ((terms ->> 'powerPerDay'::text))::numeric))`)
  const lines = productLines.filter(({ accruesPower }) => accruesPower !== undefined)
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines)
    for (const [place, [valueUnits, powerPerDay]] of cases.entries()) {
      const postings = line.accrue(testOrder({ valueUnits, terms: { powerPerDay } }), testFacts())
      expect(postings.reduce((sum, { units }) => sum + units, 0n)).toBe(rows[place]?.units)
      expect(postings.every(({ asset, code }) => asset === 'POWER' && code === line.accruesPower)).toBe(true)
    }
  await db.close()
})
