import { Refusal } from '#kit/failure.ts'

/** What would refuse something now, if anything. Whatever else goes wrong is thrown on. */
export function problemOf(decide: () => void): Refusal | undefined {
  try {
    decide()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}

/** The same as it is shown. */
export const showProblem = (problem: Refusal | undefined) =>
  problem ? { key: problem.key, params: { ...problem.params } } : null
