// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { OwnAmounts } from './OwnAmounts.tsx'

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

it('says why the history does not list movements inside orders, and leads from each to its order', () => {
  const row = { kind: 'principal', coin: 'USDT', at: '2026-11-22T00:00:00.000Z' } as const
  render(
    <OwnAmounts
      amounts={[{ coin: 'USDT', kind: 'principal', proven: '10', since: '-3', shown: '7' }]}
      unrecorded={[
        { ...row, id: '8', amount: '-2', ref: 'order:41' },
        { ...row, id: '7', amount: '-1', ref: 'order:40' },
      ]}
      wrong={false}
    />,
  )
  expect(screen.getByText('proof.silent_why')).toBeDefined()
  const links = screen.getAllByRole('link', { hidden: true }).map((link) => link.getAttribute('href'))
  expect(links).toEqual(['#/pages/invest/detail?id=41', '#/pages/invest/detail?id=40'])
})
