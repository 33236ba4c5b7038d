// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openLine } from '../products/test-product.ts'
import type { PurchaseGates as Gates } from './PurchaseGates.tsx'

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))

type Data = Parameters<typeof Gates>[0]['data']
const data = (gates: Data['gates']) => ({ gates, product: { line: 'dual' } }) as unknown as Data

beforeAll(() => i18n.activate('en'))
afterEach(cleanup)

describe('before a purchase', () => {
  it('nothing is asked of who has answered everything', async () => {
    const { PurchaseGates } = await import('./PurchaseGates.tsx')
    const gates = { ...openLine, region: 'SG', offered: 'on', quizPassed: true } as const
    render(
      <PurchaseGates open onClose={() => undefined} data={data(gates)}>
        {(open) => <p>{open ? 'buying' : 'waiting'}</p>}
      </PurchaseGates>,
    )
    expect(screen.getByText('buying')).toBeTruthy()
  })

  it('where one lives is asked first, and the purchase waits', async () => {
    const { PurchaseGates } = await import('./PurchaseGates.tsx')
    const gates = { ...openLine, region: null, offered: 'undeclared', quizPassed: false } as const
    render(
      <PurchaseGates open onClose={() => undefined} data={data(gates)}>
        {(open) => <p>{open ? 'buying' : 'waiting'}</p>}
      </PurchaseGates>,
    )
    expect(screen.getByText('waiting')).toBeTruthy()
    const choice = await screen.findByLabelText<HTMLSelectElement>('region.label')
    expect(choice.options.length).toBeGreaterThan(240)
    fireEvent.change(choice, { target: { value: 'SG' } })
    expect(choice.selectedOptions[0]?.text).toBe('Singapore')
  })
})
