// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { reads } from '#ui/call/use-call.ts'
import { openLine } from '../products/test-product.ts'
import { getQuiz } from './gates.contract.ts'
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

  it('the sentences that answer the questions stand open above them', async () => {
    const { QuizSheet } = await import('./QuizSheet.tsx')
    const line = (part: 'worst' | 'payer' | 'fees') => ({ part, text: `card.dual.${part}`, params: {} })
    const questions = [
      { questionId: 'worst', ask: 'quiz.ask.worst', answers: ['a'] },
      { questionId: 'payer', ask: 'quiz.ask.payer', answers: ['b'] },
    ]
    reads.setQueryData([getQuiz.path, { line: 'dual' }], { passed: false, questions })
    render(
      <QuizSheet open onClose={() => undefined} line="dual" terms={[line('worst'), line('payer'), line('fees')]} />,
    )
    const first = screen.getByText('quiz.ask.worst')
    for (const said of ['card.dual.worst', 'card.dual.payer']) {
      const sentence = screen.getByText(said)
      expect(sentence.closest('details')).toBeNull()
      expect(sentence.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    }
    expect(screen.queryByText('card.dual.fees')).toBeNull()
  })
})
