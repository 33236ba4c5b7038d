import { describe, expect, it } from 'vitest'
import { createWallet } from '#features/onboarding/onboarding.contract.ts'
import { loadWalletInfo } from '#features/profile/profile.contract.ts'
import { turns, until } from '#kit/test/test-until.ts'
import { randomText } from '#kit/text/random.ts'
import { newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'
import { testApp } from '../test/test-app.ts'
import { testPassword } from '../test/test-client.ts'
import { createAdmissionControl } from './admission-control.ts'

const wall = new Date('2026-11-22T12:00:00.000Z')

describe('the turnstile', () => {
  it('lets strangers in a few at a time, in the order they came, and whoever is known at once', async () => {
    const turnstile = createAdmissionControl()
    turnstile.note('holder')
    const came: string[] = []
    for (let i = 0; i < 1_000; i++) turnstile.enter(undefined, wall, () => came.push(`stranger ${i}`))
    turnstile.enter('somebody', wall, () => came.push('somebody'))
    turnstile.enter('holder', wall, () => came.push('holder'))
    expect(came).toEqual(['holder'])
    await turns(10)
    expect(came.length).toBeLessThan(25)
    expect(came.slice(1, 4)).toEqual(['stranger 0', 'stranger 1', 'stranger 2'])
    await until('everybody came in', () => came.length >= 1_002)
    expect(came.at(-1)).toBe('somebody')
    turnstile.enter(undefined, wall, () => came.push('later'))
    await turns(2)
    expect(came.at(-1)).toBe('later')
  })

  it('makes a session queue that asks for more than a person does', () => {
    const turnstile = createAdmissionControl()
    turnstile.note('holder')
    let came = 0
    for (let i = 0; i < 100; i++) turnstile.enter('holder', wall, () => came++)
    expect(came).toBe(40)
  })

  it('refuses who comes when thousands wait', () => {
    const turnstile = createAdmissionControl()
    const let4000 = Array.from({ length: 4_000 }, () => turnstile.enter(undefined, wall, () => {}))
    expect(let4000.every(Boolean)).toBe(true)
    expect(turnstile.enter(undefined, wall, () => {})).toBe(false)
  })
})

it('answers somebody signed in while a crowd of strangers waits', async () => {
  const world = await testApp()
  const holder = world.client()
  await holder.createWallet()
  await holder.call(loadWalletInfo, {})
  const stranger = world.client()
  const { publicText: dh } = await newSessionKeyPair()
  const given = {
    newPassword: testPassword,
    repeatPassword: testPassword,
    deviceId: stranger.line.deviceId,
    dh,
    proof: `v1.${randomText(32)}.${randomText(12)}.${randomText(64)}`,
  }
  await stranger.send(createWallet, given)
  let answered = 0
  const crowd = Array.from({ length: 400 }, async () => {
    const { envelope } = await stranger.send(createWallet, given)
    answered += 1
    return envelope.msg
  })
  await holder.call(loadWalletInfo, {})
  expect(answered).toBeLessThan(200)
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['identity.challenge_expired']))
  await world.close()
})
