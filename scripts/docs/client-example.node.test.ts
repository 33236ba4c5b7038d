import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, it } from 'vitest'
import { signSecret } from '#kit/wire/sign.ts'
import { root } from '../run/command.ts'
import { vectorsText } from './vectors.ts'

const folder = join(root, 'docs/client-example')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')

it('the known answers are those of the code, and the client written from the page agrees with them', async () => {
  expect(read('vectors.json')).toBe(await vectorsText())
  expect(execFileSync(process.execPath, [join(folder, 'client.mjs'), '--check'], { encoding: 'utf8' })).toContain(
    'all fit',
  )
})

it('the page, its word list and its clients hold what they say', () => {
  expect(read('english.txt').trim().split('\n')).toEqual(wordlist)
  expect(readFileSync(join(root, 'docs/client.md'), 'utf8')).toContain(`\`${signSecret}\``)
  for (const name of ['client.py', 'client.mjs']) {
    const text = read(name)
    expect(text.split('\n').length, name).toBeLessThan(300)
    // Must not import our code; the documents suffice for a client.
    expect(text).not.toMatch(/from ['"][#.]/)
  }
})
