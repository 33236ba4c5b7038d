import { type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** JSON lines on standard output, which the supervisor writes to a file. */
export const openLog = (process: string, level: LogLevel): Logger =>
  pino({ level, base: { process }, timestamp: pino.stdTimeFunctions.isoTime })
