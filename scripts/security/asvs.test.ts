import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asvsCounts, asvsProblems, readAsvs } from './asvs.ts'

const root = new URL('../../', import.meta.url)
const text = readFileSync(new URL('docs/security/asvs.csv', root), 'utf8')
const exists = (path: string) => existsSync(new URL(path, root))
const problemOf = (from: string | RegExp, to: string) => asvsProblems(text.replace(from, to), exists).join('\n')

describe('the table of security requirements', () => {
  it('has every requirement that applies, each with evidence that exists', () => {
    expect(asvsProblems(text, exists)).toEqual([])
    expect(asvsCounts(readAsvs(text))).toMatch(/^level 1: \d+ \(\d+ met, .*\nlevel 2: \d+ .*\nlevel 3: 80 /)
  })

  it('is refused with a requirement too few, twice, or of a chapter that does not apply', () => {
    expect(problemOf(/^V1\.1\.1,.*\n/m, '')).toContain('has 216 requirements')
    expect(problemOf(/^V1\.1\.1,/m, 'V1.1.2,')).toContain('V1.1.2 stands twice')
    expect(problemOf(/^V1\.1\.1,/m, 'V10.1.1,')).toContain('V10.1.1 is no requirement that applies')
  })

  it('is refused with evidence that is not there, an unknown state, or too few words', () => {
    expect(problemOf('server/http/http.db.test.ts', 'server/nothing.test.ts')).toContain('names server/nothing.test.ts')
    expect(problemOf('V1.1.1,2,met', 'V1.1.1,2,maybe')).toContain("V1.1.1 has the state 'maybe'")
    expect(problemOf(/^V1\.2\.6,.*$/m, 'V1.2.6,2,absent,package.json,LDAP queries are safe,')).toContain(
      'says too little',
    )
    expect(problemOf(/^V1\.1\.1,.*$/m, 'V1.1.1,2,met,,Input,')).toContain('V1.1.1 names no evidence')
  })
})
