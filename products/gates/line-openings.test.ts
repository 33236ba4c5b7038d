import { expect, it } from 'vitest'
import { refuseClosedLine } from './line-openings.ts'

const now = new Date('2026-11-22T12:00:00Z')
const until = '2026-11-22T13:00:00.000Z'
const closed = { open: false, opensAt: '00:00', closesAt: '24:00', since: now.toISOString(), until, reason: 'a look' }

it('refuses a line an operator closed, with its reason and its end, and no other', () => {
  const ask =
    (line: 'dual' | 'node', at = now) =>
    () =>
      refuseClosedLine({ dual: closed }, line, at)
  expect(ask('node')).not.toThrow()
  expect(ask('dual')).toThrow(
    expect.objectContaining({ key: 'invest.line_closed', params: { until, reason: 'a look' } }),
  )
  expect(ask('dual', new Date(until))).not.toThrow()
  expect(() => refuseClosedLine({ dual: { ...closed, until: undefined } }, 'dual', now)).toThrow('invest.line_closed')
})
