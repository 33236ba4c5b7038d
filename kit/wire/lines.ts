import { expect } from '#kit/expect.ts'

/** Spec point 9: how far apart lines are asked when one has to be found. */
const pollMs = 300

/** The page's own origin, as a line. */
export const ownLine = ''

export type LinePorts = {
  /** The line kept on this device. */
  read(): Promise<string | undefined>
  keep(line: string): Promise<void>
  /** Whether the API answers there. */
  answers(line: string): Promise<boolean>
  wait(ms: number): Promise<void>
  /** Another line is used from now on, because the one before did not answer. */
  onChange(line: string): void
}

/** Whether a text is an origin that can be called, as an operator writes it. */
const isOrigin = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.origin === text

/**
 * The addresses of the API a device can talk to. Lines come from the server, and the page's security policy names the same ones, so no
 * other is ever called.
 */
export function createLines({ read, keep, answers, wait, onChange }: LinePorts) {
  let current = ownLine
  let known: readonly string[] = []
  let looking: Promise<boolean> | undefined
  const all = (): readonly string[] => [...new Set([ownLine, ...known, current])]

  /** The first of these that answers; each is asked a little after the one before. */
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
    // The line itself first: a connection that broke once is no dead line.
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
    /** Takes up what is kept on this device. */
    async load(): Promise<void> {
      const kept = await read()
      if (kept !== undefined && isOrigin(kept)) current = kept
    },
    /** What the server named, without the page's own origin. */
    learn(lines: readonly string[]): void {
      known = lines.filter(isOrigin)
    },
    async choose(line: string): Promise<void> {
      expect(all().includes(line), 'a line that is known')
      current = line
      await keep(line)
    },
    /** Looks for another line after this one did not answer. @returns whether another one is used now */
    async leave(failed: string): Promise<boolean> {
      if (failed !== current) return true
      looking ??= look(failed).finally(() => {
        looking = undefined
      })
      return looking
    },
  }
}
