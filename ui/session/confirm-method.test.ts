import { afterEach, expect, it, vi } from 'vitest'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { confirmAct, confirmNextBy, isAskingPerson } from './confirm-method.ts'

const act = () => 'digest'
afterEach(() => confirmNextBy(undefined))

it('asks nobody where the password was proved', async () => {
  const digest = vi.fn(act)
  await confirmAct(digest)
  expect(digest).not.toHaveBeenCalled()
})

it('confirms one act, and the next one is not confirmed by it', async () => {
  const confirmed: string[] = []
  confirmNextBy(async (digest) => {
    expect(isAskingPerson()).toBe(true)
    confirmed.push(digest)
  })
  await confirmAct(act)
  await confirmAct(act)
  expect(confirmed).toEqual(['digest'])
  expect(isAskingPerson()).toBe(false)
})

it('asks again after the network was away, and not after a refusal', async () => {
  const failures = [
    new CallFailure('network', 'network'),
    new CallFailure(answers.refused, 'identity.passkey_cancelled'),
  ]
  const way = vi.fn(async () => {
    const failure = failures.shift()
    if (failure) throw failure
  })
  confirmNextBy(way)
  await expect(confirmAct(act)).rejects.toThrow('network')
  await expect(confirmAct(act)).rejects.toThrow('identity.passkey_cancelled')
  await confirmAct(act)
  expect(way).toHaveBeenCalledTimes(2)
})
