// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Flow } from '#proofs/flows/flows.ts'
import { CompanyParts } from './CompanyParts.tsx'
import type { FlowsOfDay } from './pool-figures.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

const one = 100_000_000n
const flow = (from: string, to: string, amount: bigint): Flow => ({
  from,
  to,
  coin: 'USDT',
  code: -1,
  units: amount * one,
  postings: 1,
})
const brought = (amount: bigint) => flow('outside.network', 'house.capital', amount)
const days: readonly FlowsOfDay[] = [
  { day: null, flows: [brought(1_000n)] },
  { day: '2026-11-20', flows: [brought(20n), flow('house.capital', 'pool.dual.free', 300n)] },
  { day: '2026-11-21', flows: [] },
  { day: '2026-11-22', flows: [brought(4n)] },
]
it('tells the last day first, and any other that is chosen: what came in, what went out, what was there in the end', () => {
  render(<CompanyParts days={days} />)
  const chooser = screen.getByLabelText('pools.day') as HTMLSelectElement
  expect([...chooser.options].map(({ value }) => value)).toEqual(['2026-11-22', '2026-11-21', '2026-11-20'])
  const textOf = (day: string) =>
    screen.getByRole('region', { name: new RegExp(`USDT, .*${day}`) }).textContent?.replace(/\s+/g, ' ')
  expect(textOf('22')).toContain('+4.00')
  expect(textOf('22')).toContain('724.00')
  fireEvent.change(chooser, { target: { value: '2026-11-20' } })
  expect(textOf('20')).toContain('+20.00')
  expect(textOf('20')).toMatch(/[-−]300\.00/)
  expect(textOf('20')).toContain('720.00')
  fireEvent.change(chooser, { target: { value: '2026-11-21' } })
  expect(textOf('21')).not.toMatch(/[+−-]\d/)
  expect(textOf('21')).toContain('720.00')
})

it('asks for no day where none is told', () => {
  render(<CompanyParts days={days.slice(0, 1)} />)
  expect(screen.queryByLabelText('pools.day')).toBeNull()
})
