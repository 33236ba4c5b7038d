import type { Readable, Writable } from 'node:stream'
import { UsageError } from './verb.ts'

/** A terminal's input. A pipe has no raw mode, and nobody sits there. */
export type TerminalInput = Readable & { isTTY?: boolean; setRawMode?(on: boolean): unknown }

const enter = ['\r', '\n']
const erase = ['\u007f', '\b']
/** Ctrl-C and Ctrl-D. */
const stop = ['\u0003', '\u0004']

/**
 * Asks on a terminal for what nobody beside it may read: nothing that is typed is shown, nor how long it is.
 * @throws UsageError where there is no terminal, and where whoever types stops
 */
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
        // Arrows and other keys that write nothing are no letters.
        else if (letter >= ' ') typed.push(letter)
      }
    }
    input.on('data', read)
    input.resume()
  })
}
