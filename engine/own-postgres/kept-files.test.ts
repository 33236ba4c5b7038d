import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#kit/time/clock.ts'
import { keepFile, readKept, removeUnused } from './kept-files.ts'

describe('files that runs share', () => {
  const now = new Date('2026-11-23T12:00:00Z')
  const keeping = { isOurs: (name: string) => name.startsWith('test-'), unusedMs: 72 * hourMs, most: 2 }
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kept-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const used = (name: string, hours: number) => {
    writeFileSync(join(folder, name), 'x')
    const at = new Date(now.getTime() - hours * hourMs)
    utimesSync(join(folder, name), at, at)
  }

  it('go when nobody used them for long, or when others were used later; never within the hour', () => {
    for (const [place, hours] of [0.1, 0.2, 0.3, 2, 80].entries()) used(`test-${place}`, hours)
    used('other', 999)
    expect(removeUnused(folder, keeping, now)).toEqual(['test-3', 'test-4'])
    expect(readdirSync(folder).toSorted()).toEqual(['other', 'test-0', 'test-1', 'test-2'])
    expect(removeUnused(folder, keeping, now)).toEqual([])
  })

  it('stay for whoever uses them, and are asked for anew when another run took them away', () => {
    used('test-old', 80)
    used('test-used', 80)
    expect(readKept(join(folder, 'test-used'))?.toString()).toBe('x')
    expect(removeUnused(folder, { ...keeping, most: 9 })).toEqual(['test-old'])
    expect(readKept(join(folder, 'test-old'))).toBeUndefined()
    keepFile(join(folder, 'below', 'test-new'), Buffer.from('y'))
    expect(readKept(join(folder, 'below', 'test-new'))?.toString()).toBe('y')
    expect(readdirSync(join(folder, 'below'))).toEqual(['test-new'])
  })

  it('may be in a folder that is not there yet', () => {
    expect(removeUnused(join(folder, 'none'), keeping, now)).toEqual([])
  })
})
