import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { unpackTar } from './unpack.ts'

const folder = mkdtempSync(join(tmpdir(), 'unpack-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function entry(name: string, content: string, kind = '0'): Buffer {
  const head = Buffer.alloc(512)
  head.write(name, 0)
  head.write(content.length.toString(8).padStart(11, '0'), 124)
  head.write(kind, 156)
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512)
  body.write(content)
  return Buffer.concat([head, body])
}

it('writes every file of an archive, in its folder', () => {
  const long = 'x'.repeat(1_000)
  const end = Buffer.alloc(1_024)
  const archive = [entry('fonts/', '', '5'), entry('fonts/a.ttf', long), entry('b', ''), entry('c', 'y'), end]
  unpackTar(Buffer.concat(archive), folder)
  expect(['fonts/a.ttf', 'b', 'c'].map((path) => readFileSync(join(folder, path), 'utf8'))).toEqual([long, '', 'y'])
})

it('writes nothing outside of its folder', () => {
  for (const name of ['../outside', '/outside', 'a/../../outside'])
    expect(() => unpackTar(entry(name, 'x'), join(folder, 'in'))).toThrow('leads out')
  expect(existsSync(join(folder, 'outside'))).toBe(false)
})
