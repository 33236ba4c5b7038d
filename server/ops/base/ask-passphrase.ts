import type { Readable, Writable } from 'node:stream'
import { UsageError } from './verb.ts'

export type TerminalInput = Readable & { isTTY?: boolean; setRawMode?(on: boolean): unknown }

const enter = ['\r', '\n']
const erase = ['\u007f', '\b']
/** Ctrl-C and Ctrl-D. */
const stop = ['\u0003', '\u0004']

/** Hides input, including its length. @throws UsageError without a terminal, or if cancelled */
export function askPassphrase(question: string, input: TerminalInput, output: Writable): Promise<string> {
  if (!input.isTTY || !input.setRawMode)
    throw new UsageError('Nobody can be asked here for a passphrase: --passphrase-file <file>, its first line is it')
  const typed: string[] = []
  input.setRawMode(true)
  input.setEncoding('utf8')
  output.write(`${question}: `)
  return new Promise((resolve, reject) => {
    const end = (): void => {
      input.off('data', read)
      input.setRawMode?.(false)
      input.pause()
      output.write('\n')
    }
    const read = (text: string): void => {
      for (const letter of text) {
        if (enter.includes(letter) || stop.includes(letter)) {
          end()
          if (enter.includes(letter)) resolve(typed.join(''))
          else reject(new UsageError('Nothing was typed.'))
          return
        }
        if (erase.includes(letter)) typed.pop()
        else if (letter >= ' ') typed.push(letter)
      }
    }
    input.on('data', read)
    input.resume()
  })
}
