import { type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** The log of one process: a JSON line each, on its standard output, which the supervisor keeps in a file. */
export const openLog = (process: string, level: LogLevel): Logger =>
  pino({ level, base: { process }, timestamp: pino.stdTimeFunctions.isoTime })
