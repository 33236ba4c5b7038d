import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { call } from '#ui/call/call.ts'
import { readAgain } from '#ui/call/use-call.ts'
import { deviceKey, readKey, writeKey } from '#ui/device/device-keys.ts'
import { openValue, sealValue } from '#ui/device/sealing.ts'
import { alone } from '#ui/session/device-lock.ts'
import { currentSession } from '#ui/session/session.ts'
import { loadMessages, sendMessage } from './chat.contract.ts'
import { createOutbox, type Outbox, type Outgoing } from './outbox.ts'

const nameOf = (walletId: string): string => `outbox:${walletId}`

async function read(name: string): Promise<readonly Outgoing[]> {
  try {
    const kept = await readKey<string>(name)
    return kept ? (JSON.parse(await openValue(await deviceKey(), name, kept)) as Outgoing[]) : []
  } catch {
    return []
  }
}

/** Runs alone, because other tabs change the same key. */
const keep = (name: string, rows: readonly Outgoing[], forgotten: readonly string[]): Promise<unknown> =>
  alone(name, async () => {
    const changed = new Set([...forgotten, ...rows.map(({ key }) => key)])
    const next = [...(await read(name)).filter(({ key }) => !changed.has(key)), ...rows]
    await writeKey(name, await sealValue(await deviceKey(), name, JSON.stringify(next)))
  })

const outboxes = new Map<string, Outbox>()

/** Encrypted with the device's key; sent only while that wallet is signed in. */
function outboxOf(walletId: string): Outbox {
  const known = outboxes.get(walletId)
  if (known) return known
  const name = nameOf(walletId)
  const outbox = createOutbox({
    read: () => read(name),
    keep: (rows, forgotten) => keep(name, rows, forgotten),
    async send({ key, kind, subject, text, picture }) {
      if (currentSession()?.walletId !== walletId) throw new CallFailure(answers.signInAgain, 'token_03')
      return call(sendMessage, { kind, subject, text, picture }, { quiet: true, idempotencyKey: key })
    },
    onSent: () => readAgain(loadMessages),
    later: (ms, run) => void setTimeout(run, ms),
  })
  outboxes.set(walletId, outbox)
  return outbox
}

export function useOutbox(walletId: string, kind: Outgoing['kind'], subject: string) {
  const outbox = useMemo(() => outboxOf(walletId), [walletId])
  useEffect(() => {
    outbox.flush()
    addEventListener('online', outbox.flush)
    return () => removeEventListener('online', outbox.flush)
  }, [outbox])
  const rows = useSyncExternalStore(outbox.subscribe, outbox.rows, outbox.rows)
  return { outbox, rows: rows.filter((row) => row.kind === kind && row.subject === subject) }
}
