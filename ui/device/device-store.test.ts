// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { storageKeys } from '#kit/wire/storage-keys.ts'
import { sealValue } from './sealing.ts'

const keyOfDevice = vi.hoisted(() => ({ key: undefined as CryptoKey | undefined }))
vi.mock('./device-keys.ts', async (original) => ({
  ...(await original<object>()),
  deviceKey: async () => keyOfDevice.key,
}))

async function tab() {
  vi.resetModules()
  const [store, values, json, boot] = [
    await import('./device-store.ts'),
    await import('./device-values.ts'),
    await import('../draft/kept-json.ts'),
    await import('../shell/boot.ts'),
  ]
  const damages: string[] = []
  values.whenDataIsDamaged((damage) => damages.push(damage))
  return { ...store, ...json, ...boot, damages }
}
const keep = async (storageKey: string, value: string) =>
  localStorage.setItem(storageKey, await sealValue(keyOfDevice.key as CryptoKey, storageKey, value))

beforeEach(async () => {
  localStorage.clear()
  keyOfDevice.key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
})

describe('what belongs to a wallet', () => {
  it('is kept for each wallet apart: a sign-in and a log-out touch one', async () => {
    const { deviceStore, forgetOwn } = await tab()
    await deviceStore.set('userToken', 'token one', 'W1')
    await deviceStore.set('walletToken', 'proof one', 'W1')
    await deviceStore.set('userToken', 'token two', 'W2')
    await deviceStore.set('walletId', 'W2')
    await forgetOwn('W1')
    expect(await deviceStore.get('userToken', 'W1')).toBeUndefined()
    expect(await deviceStore.get('walletToken', 'W1')).toBeUndefined()
    expect(await deviceStore.get('userToken', 'W2')).toBe('token two')
    expect(await deviceStore.get('walletId')).toBe('W2')
    await forgetOwn('W2')
    expect(Object.keys(localStorage)).toEqual([])
  })

  it('that an app before this one kept is of the wallet signed in then', async () => {
    await keep(storageKeys.walletId, 'W1')
    await keep(storageKeys.userToken, 'an old token')
    const { deviceStore } = await tab()
    expect(await deviceStore.get('userToken', 'W1')).toBe('an old token')
    expect(await deviceStore.get('userToken', 'W2')).toBeUndefined()
    await deviceStore.set('userToken', 'token two', 'W2')
    await deviceStore.set('walletId', 'W2')
    expect(await deviceStore.get('userToken', 'W1')).toBe('an old token')
  })

  it('stays that of each, whatever tabs do at the same time', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ owner: fc.constantFrom('W1', 'W2', 'W3'), value: fc.option(fc.string()) }), {
          maxLength: 12,
        }),
        async (steps) => {
          localStorage.clear()
          const tabs = [await tab(), await tab()]
          const lanes = ['W1', 'W2', 'W3'].map((owner) => steps.filter((step) => step.owner === owner))
          await Promise.all(
            lanes.map(async (lane, at) => {
              const { deviceStore } = tabs[at % 2] ?? (await tab())
              for (const { owner, value } of lane)
                if (value === null) await deviceStore.remove('userToken', owner)
                else await deviceStore.set('userToken', value, owner)
            }),
          )
          const { deviceStore } = await tab()
          for (const lane of lanes)
            for (const { owner, value } of lane.slice(-1))
              expect(await deviceStore.get('userToken', owner)).toBe(value ?? undefined)
        },
      ),
      { numRuns: 25 },
    ))
})

describe('a damaged value', () => {
  it('costs itself, is told, and leaves every other key as it is', async () => {
    const sealed = Object.entries(storageKeys).filter(([name]) => name !== 'boot')
    for (const [name, storageKey] of sealed) {
      localStorage.clear()
      for (const [, each] of sealed) await keep(each, '{}')
      localStorage.setItem(storageKey, 'garbage')
      const before = { ...localStorage }
      const { deviceStore, damages } = await tab()
      expect(await deviceStore.get(name as 'line', 'W1')).toBeUndefined()
      delete before[storageKey]
      expect({ ...localStorage }).toEqual(before)
      expect(damages).toEqual(['value'])
    }
  })

  it('is not one that a newer app sealed: that stays', async () => {
    localStorage.setItem(storageKeys.contacts, 'v2.later')
    const { readKept, damages } = await tab()
    expect(await readKept('contacts', (value): value is object => typeof value === 'object')).toBeUndefined()
    expect([localStorage.getItem(storageKeys.contacts), damages]).toEqual(['v2.later', []])
  })
})

describe('values that two tabs change', () => {
  const areNames = (value: unknown): value is Record<string, string> => typeof value === 'object' && value !== null

  it('keep what the other one put there, with and without locks', async () => {
    const [a, b] = [await tab(), await tab()]
    await a.readKept('contacts', areNames)
    const name = (each: typeof a, key: string) =>
      each.changeKept('contacts', areNames, (now = {}) => ({ ...now, [key]: key }))
    await Promise.all([name(a, 'one'), name(b, 'two'), name(a, 'three'), name(b, 'four')])
    expect(Object.keys((await a.readKept('contacts', areNames)) ?? {}).toSorted()).toEqual([
      'four',
      'one',
      'three',
      'two',
    ])
  })

  it('of settings stay: the lock that one set is on after the other has changed the theme (F7)', async () => {
    localStorage.setItem('boot', JSON.stringify({ language: 'de', theme: 'dark', lock: 0, later: 'unknown' }))
    const [a, b] = [await tab(), await tab()]
    b.changeBoot({ lock: 5 })
    a.changeBoot({ theme: 'light' })
    b.noteCompany({ demo: true, companyBar: 'usual', barChoice: true })
    expect(JSON.parse(localStorage.getItem('boot') ?? '')).toMatchObject({
      language: 'de',
      theme: 'light',
      lock: 5,
      demo: true,
      later: 'unknown',
    })
    expect(a.currentBoot().lock).toBe(5)
    expect((await tab()).currentBoot()).toMatchObject({ theme: 'light', lock: 5 })
  })

  it('of settings that are no settings give the defaults', async () => {
    for (const text of ['garbage', 'null', '7', '[]', '"dark"', '']) {
      localStorage.setItem('boot', text)
      const { currentBoot, changeBoot, isBootDamaged } = await tab()
      expect([currentBoot().theme, isBootDamaged()]).toEqual(['system', true])
      changeBoot({ gain: 'red' })
      expect((await tab()).currentBoot().gain).toBe('red')
    }
  })
})
