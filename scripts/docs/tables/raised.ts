import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../run/command.ts'
import { isTest, readCode } from '../../tidy/source.ts'

/** Files that only declare, list or test keys. */
const onlyNames =
  /^(scripts|trials|e2e|locales|docs)\/|\.contract\.ts$|^kit\/(failure|wire\/refusals)\.ts$|^server\/reference\/closings\.ts$/

/** Quoted text, except in comparisons. */
const quoted = /(?<![=!]== )(['"])([\w.]+)\1/g

const sources = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && !isTest(path) && !onlyNames.test(path) && existsSync(join(root, path)))

export function raisedIn(keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map(keys.map((key) => [key, new Set<string>()]))
  for (const path of sources()) {
    const text = readFileSync(join(root, path), 'utf8')
    if (!keys.some((key) => text.includes(key))) continue
    const code = readCode({ path, text }).lines.join('\n')
    for (const [, , written = ''] of code.matchAll(quoted)) found.get(written.replace(/^error\./, ''))?.add(path)
  }
  return new Map([...found].map(([key, files]) => [key, [...files].sort()]))
}
