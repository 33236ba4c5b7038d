// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { OutputOf } from '#kit/wire/contract.ts'
import { reads } from '#ui/call/use-call.ts'
import { IncomeScreen } from './IncomeScreen.tsx'
import { loadTeamSummary, loadTrend } from './team.contract.ts'

beforeAll(() =>
  i18n.loadAndActivate({
    locale: 'en',
    messages: { 'income.received': ['received ', ['all'], ', today ', ['today']] },
  }),
)
afterEach(() => {
  cleanup()
  reads.clear()
  vi.unstubAllGlobals()
})

const nothing = { value: '0', today: '0', coins: [] }
const summary: OutputOf<typeof loadTeamSummary> = {
  asOf: null,
  star: 0,
  since: null,
  notice: null,
  team: {
    investment: '0',
    soloDays: 0,
    members: 0,
    referrals: 0,
    effective: 0,
    performance: '0',
    largestDepartment: '0',
    smallArea: '0',
    departments: [],
    weekPerformance: '0',
    weekNetDeposit: '321',
    weekWldWithdrawal: '0',
    rounded: false,
  },
  total: { value: '9', today: '2', complete: true },
  net: { orders: '-4.52', all: '1', ordersToday: '-1.01', today: '-0.5' },
  incomes: [
    { source: 'investment', value: '7.25', today: '1.75', coins: [] },
    { source: 'invitation', ...nothing, value: '0.03' },
    ...(['mining', 'team', 'platform', 'fund'] as const).map((source) => ({ source, ...nothing })),
  ],
  power: { amount: '0', today: '0' },
  upgrades: [],
  budget: [],
}

it('says what own orders paid below what they brought net, and the team’s net deposit of the week', () => {
  reads.setQueryData([loadTeamSummary.path, {}], summary)
  reads.setQueryData([loadTrend.path, {}], { days: [{ day: '2026-11-21', net: '0', received: '0' }], complete: true })
  render(<IncomeScreen />)
  const row = screen.getByText('income.own_net').closest('li')?.textContent
  expect(row).toMatch(/1\.01.*4\.52.*received 7\.25, today 1\.75/)
  expect(screen.getByText('income.invitation').closest('li')?.textContent).not.toContain('received')
  expect(screen.getByText('team.week_net').closest('li')?.textContent).toContain('321.00')
})
