import { availableParallelism } from 'node:os'
import { binary } from './command.ts'

export const projects = ['server', 'web'] as const

/** Uses one checker per compiler. Two compilers on two processors then do two thirds of the work, because checkers repeat shared parts. */
export const checkTypes = (project: string, ...more: readonly string[]): readonly string[] => [
  binary('typescript', 'tsc'),
  '-p',
  `tsconfig.${project}.json`,
  ...(availableParallelism() > 2 ? [] : ['--checkers', '1']),
  ...more,
]

/** Collect garbage rarely, because the compiler runs only briefly. */
export const compilerEnv = { GOGC: '400' } as const
