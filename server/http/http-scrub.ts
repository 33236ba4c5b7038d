import { holdsPhrase } from '#identity/passwords/phrase-guard.ts'

/** Quoted, bracketed or long values must not be logged. */
const values = /"[^"]*"|'[^']*'|`[^`]*`|=\([^)]*\)|[\w.~+/-]{30,}|\b\d{6}\b/g

export const scrub = (message: string): string =>
  holdsPhrase(message) ? '…' : message.replace(values, '…').slice(0, 500)

/** Describes an error for the log, without values. */
export function describeBug(error: unknown): { kind: string; message: string; stack: string[] } {
  if (!(error instanceof Error)) return { kind: typeof error, message: '', stack: [] }
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code.slice(0, 40)}` : ''
  const stack = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return { kind: error.name + code, message: scrub(error.message), stack: stack.map((line) => line.trim()) }
}
