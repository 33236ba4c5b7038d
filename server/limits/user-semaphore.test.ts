import { expect, it } from 'vitest'
import { turns as settle } from '#kit/test/test-until.ts'
import type { WalletId } from '#kit/text/ids.ts'
import { createUserSemaphore } from './user-semaphore.ts'

const [ana, ben] = ['OWNTURNS01', 'OWNTURNS02'] as [WalletId, WalletId]

it('makes two reads of a wallet at a time, in the order they came, and those of others beside them', async () => {
  const inTurn = createUserSemaphore()
  const begun: string[] = []
  const ends = new Map<string, (fails: boolean) => void>()
  const read = (walletId: WalletId, name: string) =>
    inTurn(walletId, () => {
      begun.push(name)
      return new Promise<string>((end, fail) => ends.set(name, (fails) => (fails ? fail(new Error(name)) : end(name))))
    })
  const answers = ['a1', 'a2', 'a3', 'a4'].map((name) =>
    read(ana, name).catch((error: Error) => `${error.message} failed`),
  )
  const other = read(ben, 'b1')
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  ends.get('a2')?.(true)
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a1', 'a3', 'b1']) ends.get(name)?.(false)
  await settle()
  ends.get('a4')?.(false)
  expect(await Promise.all([...answers, other])).toEqual(['a1', 'a2 failed', 'a3', 'a4', 'b1'])
  const later = ['a5', 'a6'].map((name) => read(ana, name))
  await settle()
  expect(begun.slice(-2)).toEqual(['a5', 'a6'])
  for (const name of ['a5', 'a6']) ends.get(name)?.(false)
  expect(await Promise.all(later)).toEqual(['a5', 'a6'])
})
