// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Rules } from '../rules.ts'
import { TraderName } from './AdCard.tsx'
import { Have } from './Have.tsx'

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

const trader = (walletId: string, nickname: string) => ({
  ...{ walletId, nickname, completed: 0, partners: 0, completedShare: null, releaseSeconds: null },
  since: '2026-11-01T00:00:00.000Z',
})

it('tells traders with the same masked name apart', () => {
  const said = ['7F3K91ACD2', '7F3K91ACD3'].map(
    (walletId) => render(<TraderName trader={trader(walletId, 'A***a')} />).container.textContent,
  )
  expect(said).toEqual(['A***a 7F3K 91AC D2', 'A***a 7F3K 91AC D3'])
})

it('names a trader without a nickname by the wallet ID alone', () => {
  expect(render(<TraderName trader={trader('7F3K91ACD2', '')} />).container.textContent).toBe('7F3K 91AC D2')
})

it('shows a seller the balance', () => {
  render(<Have rules={{ available: '120.5', coin: 'USDT' } as Rules} />)
  expect(screen.getByText('120.50').parentElement?.textContent).toBe('120.50 USDT')
})
