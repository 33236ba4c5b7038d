import { describe, expect, it } from 'vitest'
import { lines } from '#ledger/posting/lines.ts'
import { questions } from '../terms/quiz.ts'
import { quizOf, rightAnswers, wrongOf } from './quiz.ts'

describe('the questions about a line', () => {
  it('are the same four for every line, each with three different answers, the right one among them', () => {
    for (const line of lines) {
      const quiz = quizOf(line)
      expect(quiz.map(({ questionId }) => questionId)).toEqual([...questions])
      for (const { questionId, answers } of quiz) {
        expect(new Set(answers).size, `${line} ${questionId}`).toBe(3)
        expect(answers).toContain(rightAnswers(line)[questionId])
      }
    }
  })

  it('do not have the right answer always in the same place', () => {
    const places = lines.flatMap((line) =>
      quizOf(line).map(({ questionId, answers }) => answers.indexOf(rightAnswers(line)[questionId] as never)),
    )
    for (const place of [0, 1, 2]) expect(places.filter((one) => one === place).length).toBeGreaterThan(5)
  })

  it('are passed only with every answer right', () => {
    for (const line of lines) {
      expect(wrongOf(line, rightAnswers(line))).toEqual([])
      expect(wrongOf(line, {})).toEqual([...questions])
      expect(wrongOf(line, { ...rightAnswers(line), payer: 'quiz.myth.members' })).toEqual(['payer'])
    }
  })
})
