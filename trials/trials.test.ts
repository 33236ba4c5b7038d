import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { trials } from './trials.ts'

const folder = import.meta.dirname
/** A trial's first comment says how to run it. */
const usage = /^\/\*\*\s(?:\s\*\s)?npm run trial ([\w-]+)/

it('every row has its file, which says how to run the trial', () => {
  for (const { name, file } of trials) {
    const path = join(folder, file)
    expect([file, existsSync(path) && usage.exec(readFileSync(path, 'utf8'))?.[1]]).toEqual([file, name])
  }
})

it('every file of a trial has a row', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && usage.test(readFileSync(join(folder, path), 'utf8')))
  expect(files.sort()).toEqual(trials.map(({ file }) => file).sort())
})

it('no two rows have one name', () => {
  expect(new Set(trials.map(({ name }) => name)).size).toBe(trials.length)
})
