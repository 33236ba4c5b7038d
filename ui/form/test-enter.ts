import { base64urlnopad } from '@scure/base'
import { importSessionKey } from '#kit/wire/signing/x-auth.ts'
import { sessionName, writeKey } from '../device/device-keys.ts'
import { walletRecords } from '../device/device-records.ts'
import { deviceStore } from '../device/device-store.ts'
import { sealWithPassword } from '../device/vault.ts'

type Entering = {
  readonly walletId: string
  readonly words: string
  readonly password: string
  readonly activated: boolean
  readonly deviceId: string
  readonly token: string
  readonly sessionId: string
  /** Session key input, base64url. */
  readonly secret: string
}

/** For e2e tests: stores a wallet and session like the app, on a page without the app. */
async function enter(entering: Entering): Promise<void> {
  const { walletId, words, password, activated, deviceId, token, sessionId, secret } = entering
  const key = await importSessionKey(new Uint8Array(base64urlnopad.decode(secret)))
  const sealedPhrase = await sealWithPassword(words, password)
  await writeKey('deviceId', deviceId)
  await walletRecords.change(walletId, () => ({ walletId, name: walletId, hint: '', activated, sealedPhrase }), true)
  await writeKey(sessionName(walletId), { sessionId, key })
  await deviceStore.set('userToken', token, walletId)
  await deviceStore.set('walletId', walletId)
}

Object.assign(globalThis, { enter })
