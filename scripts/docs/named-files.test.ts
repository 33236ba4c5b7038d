import { expect, it } from 'vitest'
import { missingFiles } from './named-files.ts'

it('finds a file that a page names and that does not exist', () => {
  const text =
    'First `ledger/a.store.ts`.\nThen `ui/B.tsx` and `ui/C.tsx`; `npm run docs` and `withdrawal` are no files.'
  expect(missingFiles('docs/a.md', text, (path) => path !== 'ui/C.tsx')).toEqual([
    'docs/a.md:2: names ui/C.tsx, which does not exist',
  ])
})
