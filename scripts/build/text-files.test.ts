import { expect, it } from 'vitest'
import { languages } from '#locales/registry.ts'
import { textFiles } from './text-files.ts'

it('has every area of every language as data, under a folder that changes with the texts', () => {
  const { folder, files } = textFiles()
  expect(folder).toMatch(/^assets\/texts-[\w-]{8}$/)
  const areas = (tag: string) =>
    [...files.keys()].filter((path) => path.startsWith(`${tag}/`)).map((path) => path.split('/')[1])
  for (const { tag } of languages) expect(areas(tag)).toEqual(areas('en'))
  const core = JSON.parse(files.get('en/core.json') ?? '{}') as Record<string, unknown>
  expect(core['title.wallet']).toEqual(['Wallet'])
})
