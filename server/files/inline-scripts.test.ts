import { expect, it } from 'vitest'
import { inlineScriptHashes } from './inline-scripts.ts'

it('hashes the scripts inside a page and leaves those with an address alone', () => {
  const html = `<script type="module" src="/a.js"></script><script>alert('Hello, world.');</script>`
  expect(inlineScriptHashes(html)).toEqual(["'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"])
})
