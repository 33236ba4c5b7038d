import { depositKeyVerb } from '#features/deposits/deposit-keys.ts'
import { depositKeys } from '#outside/chains/keys/deposit-key.store.ts'
import { makeChange, UsageError, type Verb } from '../base/verb.ts'

const depositKeyList: Verb = {
  words: 'address-key list',
  guard: 'none',
  usage: '',
  summary: 'Lists the keys that certified deposit addresses, the newest last.',
  async run({ db, say }) {
    const keys = await depositKeys(db)
    for (const [index, { publicKey }] of keys.entries()) say(`${index + 1}  ${publicKey}`)
    if (keys.length === 0) say('There is none: no chain was connected yet.')
  },
}

const depositKeyName: Verb = {
  words: depositKeyVerb,
  guard: 'two',
  isPublic: true,
  keyPlace: 0,
  usage: '<public key>',
  summary:
    'Names the key that certifies deposit addresses in the log that everybody reads. Compare it with the signer first.',
  async run(operation) {
    const [typed = ''] = operation.args
    const newest = (await depositKeys(operation.db)).at(-1)?.publicKey
    if (typed !== newest) throw new UsageError('public key: it is not the newest of “address-key list”')
    await makeChange(operation, {
      movesMoney: false,
      will: [`name ${typed} as the key that certifies deposit addresses`],
      apply: async () => [`${typed} certifies deposit addresses`],
    })
  },
}

export const depositKeyVerbs: readonly Verb[] = [depositKeyList, depositKeyName]
