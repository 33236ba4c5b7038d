import { expect, it } from 'vitest'
import { identityKeyOf, isSignatureRight, newPhrase, signText } from './identity-key.ts'
import { isStrangersSignatureRight } from './signature.server.ts'

it('says of every signature what the code of the browser says', async () => {
  const [key, other] = [await identityKeyOf(newPhrase()), await identityKeyOf(newPhrase())]
  if (!key || !other) throw new Error('a new phrase is a phrase')
  const right = signText('a text', key)
  const cases: [string, string, string][] = [
    ['a text', right, key.publicText],
    ['another', right, key.publicText],
    ['a text', right, other.publicText],
    ['a text', `${right.startsWith('A') ? 'B' : 'A'}${right.slice(1)}`, key.publicText],
    ['a text', right.slice(1), key.publicText],
    ['a text', '', key.publicText],
    ['a text', right, 'A'.repeat(43)],
    ['a text', right, 'no key'],
  ]
  for (const [text, signature, pub] of cases)
    expect(isStrangersSignatureRight(text, signature, pub), `${text} ${pub}`).toBe(
      isSignatureRight(text, signature, pub),
    )
  expect(isStrangersSignatureRight('a text', right, key.publicText)).toBe(true)
})
