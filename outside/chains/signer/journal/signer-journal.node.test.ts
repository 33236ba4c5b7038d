import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestFolder, testFolder } from '../../test/test-folder.ts'
import { SignerJournal } from './signer-journal.ts'

const key = new Uint8Array(32).fill(7)
const count = 8
const bytesFrom = (first: number, last: number) =>
  [...new Set([first, first + 1, last - 1, last, ...Array.from({ length: 40 }, (_, at) => first + at * 13)])].filter(
    (at) => at >= first && at <= last,
  )

describe('the memory of the signer', () => {
  let folder: TestFolder
  let path: string
  let markPath: string
  beforeEach(() => {
    folder = testFolder('journal-')
    path = join(folder.path, 'journal.ndjson')
    markPath = join(folder.path, 'journal-mark.json')
  })
  afterEach(() => folder.remove())
  const open = (isFirst = false) => new SignerJournal({ path, markPath, key, isFirst, now: () => 0 })
  const holder = (number: number) => ({ kind: 'holder', walletId: `W${number}`, publicKey: 'k' }) as const
  type OnDisk = { readonly lines: string; readonly mark: string }
  const disk = (): OnDisk => ({ lines: readFileSync(path, 'utf8'), mark: readFileSync(markPath, 'utf8') })
  const lay = ({ lines, mark }: OnDisk) => {
    writeFileSync(path, lines)
    writeFileSync(markPath, mark)
  }
  function write(): OnDisk[] {
    const journal = open(true)
    const states = [disk()]
    for (let number = 0; number < count; number += 1) {
      journal.record(holder(number))
      states.push(disk())
    }
    journal.close()
    return states
  }
  const sizeAfterStart = (): number => {
    const journal = open()
    journal.close()
    return journal.holders.size
  }

  it('opens after a crash at every byte of a write, with all that was acknowledged', () => {
    const states = write()
    for (const [index, before] of states.slice(0, -1).entries()) {
      const after = states[index + 1] as OnDisk
      for (const bytes of bytesFrom(before.lines.length, after.lines.length)) {
        lay({ lines: after.lines.slice(0, bytes), mark: before.mark })
        expect(sizeAfterStart()).toBe(bytes === after.lines.length ? index + 1 : index)
      }
      lay({ lines: after.lines, mark: before.mark })
      writeFileSync(`${markPath}.new`, after.mark.slice(0, 20))
      expect(sizeAfterStart()).toBe(index + 1)
    }
  })

  it('does not open when it was cut, at whatever line or byte', () => {
    const states = write()
    const last = states.at(-1) as OnDisk
    for (const bytes of bytesFrom(0, last.lines.length - 1)) {
      lay({ lines: last.lines.slice(0, bytes), mark: last.mark })
      expect(open, `${bytes} bytes`).toThrow('lacks what it once had: line 8')
    }
    lay(last)
    expect(sizeAfterStart()).toBe(count)
    rmSync(path)
    expect(open).toThrow('lacks what it once had')
    lay(last)
    rmSync(markPath)
    expect(open).toThrow('the mark of its end is missing')
  })

  it('does not open with a line that was changed, left out, moved or made without the key, nor with another mark', () => {
    const { lines, mark } = write().at(-1) as OnDisk
    const whole = lines.trimEnd().split('\n')
    const text = (rows: readonly string[]) => rows.map((row) => `${row}\n`).join('')
    for (const wrong of [
      text(whole.with(3, (whole[3] ?? '').replace('W3', 'W9'))),
      text(whole.toSpliced(3, 1)),
      text([...whole.slice(0, 2), whole[3] ?? '', whole[2] ?? '', ...whole.slice(4)]),
      text(whole.with(0, (whole[0] ?? '').replace(/,"seal".*/, '}'))),
      `${lines}${JSON.stringify({ ...holder(0), publicKey: 'thief', previous: '' })}\n`,
    ]) {
      lay({ lines: wrong, mark })
      expect(open, wrong).toThrow('does not follow from the line before')
    }
    lay({ lines: text(whole.slice(0, 3)), mark: JSON.stringify({ ...JSON.parse(mark), count: 3 }) })
    expect(open).toThrow('the mark of its end is not this signer’s')
  })

  it('knows by a mark that was kept elsewhere that both its files are old copies, and signs nothing from then on', () => {
    const states = write()
    lay(states.at(-1) as OnDisk)
    const whole = open()
    const kept = whole.mark()
    whole.compare(kept)
    whole.close()
    lay(states[3] as OnDisk)
    const old = open()
    expect(() => old.compare(kept)).toThrow('has 3 lines and lacks what it once had: line 8')
    expect(() => old.record(holder(99))).toThrow('lacks what it once had')
    old.close()
    const other = open()
    for (let number = 20; number < 40; number += 1) other.record(holder(number))
    expect(() => other.compare(kept)).toThrow('lacks what it once had')
    other.close()
    expect(() => other.compare({ ...kept, count: 1 })).toThrow('no mark of this signer')
  })

  it('records nothing more once a write has failed', () => {
    const journal = open(true)
    journal.record(holder(0))
    journal.close()
    expect(() => journal.record(holder(1))).toThrow()
    expect(() => journal.record(holder(2))).toThrow('could not be written')
    truncateSync(path, readFileSync(path).length)
    expect(sizeAfterStart()).toBe(1)
  })

  it('is not taken for new where the keystore alone is gone', () => {
    write()
    expect(() => open(true)).toThrow('no keystore beside it')
  })

  it('is whole after its process was killed, whenever that was', async () => {
    const program = join(folder.path, 'records.ts')
    const module = new URL('./signer-journal.ts', import.meta.url).href
    writeFileSync(
      program,
      `import { SignerJournal } from '${module}'
       const [path, markPath, isFirst] = process.argv.slice(2)
       const key = new Uint8Array(32).fill(7)
       const journal = new SignerJournal({ path, markPath, key, isFirst: isFirst === 'first', now: () => 0 })
       for (let number = journal.holders.size; ; number += 1) {
         journal.record({ kind: 'holder', walletId: 'W' + number, publicKey: 'k' })
         process.stdout.write(number + 1 + '\\n')
       }`,
    )
    let acknowledged = 0
    for (const wanted of [1, 30, 77, 140]) {
      const child = spawn(process.execPath, [program, path, markPath, acknowledged === 0 ? 'first' : 'again'])
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged = Number(line)
        if (acknowledged >= wanted) break
      }
      child.kill('SIGKILL')
      await once(child, 'exit')
      const size = sizeAfterStart()
      expect(size).toBeGreaterThanOrEqual(acknowledged)
      acknowledged = size
    }
  })
})
