import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { reportConfig } from './config-report.ts'

const folder = mkdtempSync(join(tmpdir(), 'config-'))
const fileWith = (text: string): string => {
  const path = join(folder, `${text.length}`)
  writeFileSync(path, text, { mode: 0o600 })
  return path
}
const url = 'postgresql://app:secret-word@db.example/name'

it('shows where each setting comes from, and no secret', () => {
  const given = { PORT: '9000', DATABASE_URL: url, SMTP_URL_FILE: fileWith('smtps://a:hidden@mail.example:465\n') }
  const { lines, isUsable } = reportConfig({ ...given, MAIL_FROM: 'Glasshouse <no-reply@mail.example>' })
  expect(isUsable).toBe(true)
  expect(lines.find((line) => line.startsWith('PORT '))).toMatch(/^PORT +9000 +environment$/)
  expect(lines.find((line) => line.startsWith('HOST '))).toMatch(/^HOST +127\.0\.0\.1 +default$/)
  expect(lines.find((line) => line.startsWith('DATABASE_URL '))).toMatch(/\(secret\) +environment$/)
  expect(lines.find((line) => line.startsWith('SMTP_URL '))).toMatch(/\(secret\) +file \//)
  expect(lines.join('\n')).not.toMatch(/secret-word|hidden/)
  expect(lines.at(-1)).toBe('Nothing is missing.')
})

it('says what is missing before anything starts', () => {
  const { lines, isUsable } = reportConfig({ NETWORKS_FILE: fileWith('[]') })
  expect(isUsable).toBe(false)
  for (const name of ['ORIGINS', 'PASSPHRASE_FILE', 'DATABASE_URL']) expect(lines.at(-1)).toContain(`- ${name} `)
  expect(reportConfig({ PORT: 'x' })).toMatchObject({ isUsable: false })
})

it('reads a secret from a file, but not from two places', () => {
  const path = fileWith(`${url}\n`)
  expect(readConfig({ DATABASE_URL_FILE: path }).databaseUrl).toBe(url)
  expect(() => readConfig({ DATABASE_URL_FILE: path, DATABASE_URL: url })).toThrow(/DATABASE_URL_FILE=.* is set too/)
  expect(() => readConfig({ DATABASE_URL_FILE: join(folder, 'none') })).toThrow('the path of a file that exists')
  expect(() => readConfig({ DATABSE_URL_FILE: path })).toThrow('Did you mean DATABASE_URL_FILE?')
})
