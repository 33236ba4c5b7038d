import { noteUse } from '#identity/sessions/challenge.store.ts'
import type { Challenge } from '#identity/sessions/identity-key.ts'
import { type LoginKind, noteLogin } from '#identity/sessions/login-record.store.ts'
import { newSessionId, openSession } from '#identity/sessions/session.store.ts'
import { lockWallet } from '#identity/wallet.store.ts'
import { fail } from '#kit/failure.ts'
import type { Tx } from '#kit/store/db.ts'
import type { SessionId, WalletId } from '#kit/text/ids.ts'
import type { OpenCall } from '#kit/wire/implement.api.ts'
import { deriveSessionSecret, newSessionKeyPair } from '#kit/wire/signing/x-auth.ts'

export type Entrance = { readonly deviceId: string; readonly dh: string }
/** Made outside any transaction. */
export type SessionKeys = { readonly id: SessionId; readonly secret: Uint8Array; readonly dh: string }

/** @throws field.format if the caller's point is invalid */
export async function agreeOnKey(dh: string): Promise<SessionKeys> {
  const id = newSessionId()
  const pair = await newSessionKeyPair()
  try {
    return { id, secret: await deriveSessionSecret(pair.privateKey, dh, id), dh: pair.publicText }
  } catch {
    return fail('field.format', { field: 'dh' })
  }
}

/** Replaces the previous session and adds a login history entry. The wallet lock serializes concurrent sign-ins. */
export async function enter(
  tx: Tx,
  call: OpenCall,
  entrance: { walletId: WalletId; kind: LoginKind; keys: SessionKeys; deviceId: string },
) {
  const { walletId, kind, keys, deviceId } = entrance
  const { userAgent, ip, wall, secrets } = call
  const caller = { deviceId, userAgent, ip }
  const { activatedAt } = await lockWallet(tx, walletId)
  const token = await openSession(tx, { ...caller, walletId, id: keys.id, secret: keys.secret, wall, secrets })
  await noteLogin(tx, walletId, { ...caller, kind, wall })
  return {
    token,
    sessionId: keys.id as string,
    dh: keys.dh,
    walletId: walletId as string,
    activated: activatedAt !== null,
  }
}

/** Consumes the proof and stores the result, so a retry gets the same answer while the result is still valid. */
export async function enterByProof(
  tx: Tx,
  call: OpenCall,
  entrance: Parameters<typeof enter>[2] & { readonly challenge: Challenge; readonly newPub?: string },
) {
  const answer = await enter(tx, call, entrance)
  await noteUse(tx, entrance.challenge, entrance)
  return answer
}
