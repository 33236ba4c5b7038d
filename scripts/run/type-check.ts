import { availableParallelism } from 'node:os'
import { binary } from './command.ts'

export const projects = ['server', 'web'] as const

/** Two compilers on two processors do two thirds of the work with one checker each, because checkers repeat shared parts. */
export const checkTypes = (project: string, ...more: readonly string[]): readonly string[] => [
  binary('typescript', 'tsc'),
  '-p',
  `tsconfig.${project}.json`,
  ...(availableParallelism() > 2 ? [] : ['--checkers', '1']),
  ...more,
]

/** The compiler runs for seconds, so collect garbage rarely. */
export const compilerEnv = { GOGC: '400' } as const
