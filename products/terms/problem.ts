import { Refusal } from '#kit/failure.ts'

/** Returns the refusal; rethrows other errors. */
export function problemOf(decide: () => void): Refusal | undefined {
  try {
    decide()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return undefined
}

export const showProblem = (problem: Refusal | undefined) =>
  problem ? { key: problem.key, params: { ...problem.params } } : null
