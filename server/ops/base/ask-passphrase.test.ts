import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askPassphrase, type TerminalInput } from './ask-passphrase.ts'
import { makeKeyFile, openKeyFile } from './operator-key.ts'
import { UsageError } from './verb.ts'

function terminal() {
  const modes: boolean[] = []
  const input: TerminalInput = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => modes.push(on),
  })
  const output = new PassThrough()
  const shown = () => String(output.read() ?? '')
  return { input, output, modes, shown, type: (text: string) => (input as PassThrough).write(text) }
}

describe('a passphrase that is typed', () => {
  it('is read to the end of the line, and nothing of it is shown', async () => {
    const { input, output, modes, shown, type } = terminal()
    const asked = askPassphrase('Passphrase of ada', input, output)
    type('twelve letterz')
    type('\u007fs and 日本\r')
    expect(await asked).toBe('twelve letters and 日本')
    expect(shown()).toBe('Passphrase of ada: \n')
    expect(modes).toEqual([true, false])
    expect(input.listenerCount('data')).toBe(0)
  })

  it('can be stopped, and is asked of nobody where there is no terminal', async () => {
    const { input, output, modes, type } = terminal()
    const asked = askPassphrase('Passphrase', input, output)
    type('twel\u0003')
    await expect(asked).rejects.toThrow('Nothing was typed')
    expect(modes).toEqual([true, false])
    expect(() => askPassphrase('Passphrase', new PassThrough(), output)).toThrow('--passphrase-file')
  })

  it('opens a sealed key, asked once; a wrong or a short one does not', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'sealed-')), 'ada.key')
    const cheap = { memory: 64, passes: 1, parallelism: 1 }
    expect(() => makeKeyFile(path, 'ada', 'short', cheap)).toThrow('12 characters')
    const publicKey = makeKeyFile(path, 'ada', 'twelve letters and more', cheap)
    expect(readFileSync(path, 'utf8')).not.toContain('secretKey')
    const questions: string[] = []
    const answering = (answer: string) => async (question: string) => {
      questions.push(question)
      return answer
    }
    expect((await openKeyFile(path, undefined, answering('twelve letters and more'))).publicKey).toBe(publicKey)
    expect(questions).toEqual(['Passphrase of ada'])
    await expect(openKeyFile(path, undefined, answering('twelve letters and less'))).rejects.toThrow(UsageError)
    await expect(openKeyFile(path, undefined, undefined)).rejects.toThrow('The key is sealed')
  })
})
