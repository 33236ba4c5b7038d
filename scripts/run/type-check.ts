import { availableParallelism } from 'node:os'
import { binary } from './command.ts'

/** The two programs: each has settings of its own. */
export const projects = ['server', 'web'] as const

/**
 * The compiler's arguments for a program. Where two of them share two processors, one checker each does with two thirds of the work:
 * several would each find out what they have in common.
 */
export const checkTypes = (project: string, ...more: readonly string[]): readonly string[] => [
  binary('typescript', 'tsc'),
  '-p',
  `tsconfig.${project}.json`,
  ...(availableParallelism() > 2 ? [] : ['--checkers', '1']),
  ...more,
]

/** The compiler lives some seconds: what it no longer needs is hardly worth gathering. */
export const compilerEnv = { GOGC: '400' } as const
