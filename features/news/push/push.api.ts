import { fail } from '#kit/failure.ts'
import { type Implementation, implement, implementRead } from '#kit/wire/implement.api.ts'
import { readPushAddress } from '#outside/push/push-address.ts'
import { isDeviceKey, pushKeyOf } from '#outside/push/push-key.ts'
import { ownTopics } from '../personal/own-notices.ts'
import { choosePush, endPush, loadPush } from './push.contract.ts'
import { forgetDevice, keepChoice, loadChoice } from './push.store.ts'

const loadPushApi = implementRead(loadPush, async (_input, { db, walletId, sessionId, secrets }) => {
  const choice = await loadChoice(db, walletId)
  return {
    pub: pushKeyOf(secrets.pushKey).publicKey,
    on: choice?.sessionId === sessionId,
    kinds: [...(choice?.topics ?? ownTopics)],
    window: choice?.quiet ?? '',
    zone: choice?.zone ?? '',
  }
})

const choosePushApi = (hosts: readonly string[]) =>
  implement(choosePush, async (input, { tx, walletId, sessionId, now, wall, secrets }) => {
    const { address, pub, secret, kinds, window, zone, language } = input
    if (!readPushAddress(address, hosts) || !isDeviceKey(pub)) fail('push.device_refused')
    const choice = { topics: [...new Set(kinds)], quiet: window, zone, language }
    await keepChoice(tx, secrets, { ...choice, walletId, sessionId, device: { address, pub, secret }, now, wall })
    return {}
  })

const endPushApi = implement(endPush, async (_input, { tx, walletId }) => {
  await forgetDevice(tx, walletId)
  return {}
})

/** @param hosts push services allowed in addition to the browsers' own */
export const pushCalls = (hosts: readonly string[]): readonly Implementation[] => [
  loadPushApi,
  choosePushApi(hosts),
  endPushApi,
]
