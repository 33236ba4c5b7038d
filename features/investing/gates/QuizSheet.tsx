import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { LineId } from '#ledger/posting/lines.ts'
import { useAct, useRead } from '#ui/call/use-call.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { useText } from '#ui/text/texts.ts'
import { getProduct } from '../investing.contract.ts'
import { CardLines } from '../products/cards/CardLines.tsx'
import { answerQuiz, getQuiz } from './gates.contract.ts'

type Terms = OutputOf<typeof getProduct>['card']['lines']
type QuizSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  readonly line: LineId
  readonly terms: Terms
}

export function QuizSheet({ open, onClose, line, terms }: QuizSheetProps) {
  const t = useText()
  const quiz = useRead(getQuiz, { line }, { enabled: open })
  return (
    <Sheet open={open} onClose={onClose} title={t('quiz.title')}>
      <ReadState read={quiz}>
        {({ questions }) => <QuizForm line={line} questions={questions} terms={terms} />}
      </ReadState>
    </Sheet>
  )
}

type QuestionItem = OutputOf<typeof getQuiz>['questions'][number]

type QuizFormProps = {
  readonly line: LineId
  readonly questions: readonly QuestionItem[]
  readonly terms: Terms
}

function QuizForm({ line, questions, terms }: QuizFormProps) {
  const t = useText()
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({})
  const [wrong, setWrong] = useState<readonly string[]>([])
  const { act, busy } = useAct(answerQuiz, { changes: [getProduct, getQuiz] })
  const whole = questions.every(({ questionId }) => answers[questionId])
  const form = useRef<HTMLFormElement>(null)
  const [checked, setChecked] = useState(0)
  const check = async () => {
    const result = await act({ line, answers })
    if (!result) return
    setWrong(result.wrong)
    setChecked((count) => count + 1)
  }
  useEffect(() => {
    if (checked === 0) return
    const first = form.current?.querySelector('[data-wrong]')
    first?.querySelector<HTMLInputElement>('input:checked')?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [checked])
  return (
    <form
      ref={form}
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (whole) void check()
      }}
    >
      <CardLines lines={terms.filter(({ part }) => questions.some(({ questionId }) => questionId === part))} />
      <p className="text-ink-2">{t('quiz.intro')}</p>
      {questions.map((question) => (
        <QuestionField
          key={question.questionId}
          question={question}
          value={answers[question.questionId]}
          wrong={wrong.includes(question.questionId)}
          onChange={(answer) => {
            setAnswers({ ...answers, [question.questionId]: answer })
            setWrong(wrong.filter((each) => each !== question.questionId))
          }}
        />
      ))}
      <FormFoot>
        <FormButton
          type="submit"
          busy={busy}
          missing={questions.map((each) => !answers[each.questionId] && t(each.ask as 'quiz.ask.worst'))}
        >
          {t('quiz.check')}
        </FormButton>
      </FormFoot>
    </form>
  )
}

type QuestionFieldProps = {
  readonly question: QuestionItem
  readonly value: string | undefined
  readonly wrong: boolean
  readonly onChange: (answer: string) => void
}

/** Uses radio buttons, so arrow keys work. */
function QuestionField({ question, value, wrong, onChange }: QuestionFieldProps) {
  const t = useText()
  const { questionId, ask, answers } = question
  return (
    <fieldset className="grid gap-1.5" data-wrong={wrong ? '' : undefined}>
      <legend className="mb-1 font-semi">{t(ask as 'quiz.ask.worst')}</legend>
      {answers.map((answer) => (
        <label
          key={answer}
          className={`flex min-h-11 items-start gap-3 rounded-control bg-inset px-4 py-3 has-focus-visible:outline-3 has-focus-visible:outline-info ${wrong ? 'has-checked:bg-neg-soft' : 'has-checked:bg-accent-soft'}`}
        >
          <input
            type="radio"
            name={questionId}
            className={`mt-0.5 size-5 flex-none ${wrong ? 'accent-(--neg)' : 'accent-(--accent)'}`}
            checked={value === answer}
            onChange={() => onChange(answer)}
          />
          <span className="text-small text-ink-2">{t(answer as 'quiz.lock.none')}</span>
        </label>
      ))}
      {wrong && (
        <p role="alert" className="text-small text-neg">
          {t('quiz.wrong')}
        </p>
      )}
    </fieldset>
  )
}
