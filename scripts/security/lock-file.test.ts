import { expect, it } from 'vitest'
import { type LockedPackage, lockProblems } from './lock-file.ts'

const integrity = `sha512-${'A'.repeat(86)}==`
const lockOf = (row: LockedPackage) => ({
  lockfileVersion: 3,
  packages: { '': {}, 'node_modules/a/node_modules/@b/c': row },
})

it('is in order where each package is a release with a digest', () => {
  expect(lockProblems(lockOf({ version: '1.2.3', integrity }))).toEqual([])
  expect(lockProblems(lockOf({ version: '1.2.3', integrity, resolved: 'https://registry.npmjs.org/@b/c' }))).toEqual([])
  expect(lockProblems(lockOf({ version: '1.2.3', inBundle: true }))).toEqual([])
})

it('names what comes from somewhere else, or could be other bytes', () => {
  for (const row of [
    { version: '1.2.3' },
    { version: '1.2.3', integrity: 'sha1-AAAA' },
    { version: 'git+ssh://git@host/c.git#1', integrity },
    { version: 'file:../c', integrity, link: true },
    { version: '1.2.3', integrity, resolved: 'http://registry.npmjs.org/@b/c' },
    { version: '1.2.3', integrity, resolved: 'https://mirror.example/@b/c' },
  ]) {
    const [problem = '', ...others] = lockProblems(lockOf(row))
    expect(problem, JSON.stringify(row)).toMatch(/^package-lock\.json: @b\/c /)
    expect(others).toEqual([])
  }
  expect(lockProblems({ lockfileVersion: 1, packages: {} })).toEqual(['package-lock.json: is not of form 3'])
})

it('names an optional package that the registry lacked', () => {
  const optionalDependencies = { '@b/linux-x64': '1.2.3' }
  const lock = lockOf({ version: '1.2.3', integrity, optionalDependencies })
  expect(lockProblems(lock)).toEqual(['package-lock.json: @b/linux-x64 is missing'])
  const found = { 'node_modules/@b/linux-x64': { version: '1.2.3', integrity } }
  expect(lockProblems({ ...lock, packages: { ...lock.packages, ...found } })).toEqual([])
})
