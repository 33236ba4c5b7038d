import { expect } from '#kit/expect.ts'

/** Spec point 9. */
const pollMs = 300

export const ownEndpoint = ''

export type EndpointPorts = {
  read(): Promise<string | undefined>
  keep(line: string): Promise<void>
  answers(line: string): Promise<boolean>
  wait(ms: number): Promise<void>
  onChange(line: string): void
}

const isOrigin = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text

/** Chooses an API endpoint. The server lists them, and the CSP allows the same ones. */
export function createEndpoints({ read, keep, answers, wait, onChange }: EndpointPorts) {
  let current = ownEndpoint
  let known: readonly string[] = []
  let looking: Promise<boolean> | undefined
  const all = (): readonly string[] => [...new Set([ownEndpoint, ...known, current])]

  /** Queries the endpoints, each `pollMs` after the previous one. */
  function firstThatAnswers(lines: readonly string[]): Promise<string | undefined> {
    let left = lines.length
    return new Promise((found) => {
      for (const [place, line] of lines.entries())
        void wait(place * pollMs)
          .then(() => answers(line))
          .catch(() => false)
          .then((is) => {
            left -= 1
            if (is) found(line)
            else if (left === 0) found(undefined)
          })
    })
  }

  async function look(failed: string): Promise<boolean> {
    // Check the failed endpoint first, because one broken connection does not mean it is down.
    const next = await firstThatAnswers([failed, ...all().filter((line) => line !== failed)])
    if (next === undefined || next === failed) return false
    current = next
    await keep(next)
    onChange(next)
    return true
  }

  return {
    current: (): string => current,
    all,
    async load(): Promise<void> {
      const kept = await read()
      if (kept !== undefined && isOrigin(kept)) current = kept
    },
    learn(lines: readonly string[]): void {
      known = lines.filter(isOrigin)
    },
    async choose(line: string): Promise<void> {
      expect(all().includes(line), 'a line that is known')
      current = line
      await keep(line)
    },
    async leave(failed: string): Promise<boolean> {
      if (failed !== current) return true
      looking ??= look(failed).finally(() => {
        looking = undefined
      })
      return looking
    },
  }
}
