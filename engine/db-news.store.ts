import type pg from 'pg'
import type { Db, NotificationListener } from '#kit/store/db.ts'

/** Delay before reconnecting. */
const oftenEnoughMs = 1_000

/** A connection only for LISTEN. */
export type NewsSource = {
  connect(): Promise<pg.Client>
  onFailure(): void
  readonly againMs?: number
}

/** Connects at the first subscription. */
export function newsOf({ connect, onFailure, againMs = oftenEnoughMs }: NewsSource): {
  readonly hear: Db['hear']
  close(): Promise<void>
} {
  const hearers = new Set<NotificationListener>()
  let listening: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let state: 'new' | 'open' | 'closed' = 'new'
  const tell: NotificationListener = (table) => {
    for (const hearer of hearers) hearer(table)
  }
  const retry = (): void => {
    if (state === 'closed') return
    clearTimeout(again)
    again = setTimeout(() => void listen(), againMs)
    again.unref()
  }
  async function listen(): Promise<void> {
    let client: pg.Client | undefined
    try {
      client = await connect()
      const own = client
      const lost = (): void => {
        if (listening !== own) return
        listening = undefined
        void own.end().catch(() => undefined)
        retry()
      }
      listening = client
      client.on('error', lost)
      client.on('end', lost)
      client.on('notification', ({ payload }) => {
        if (listening === own) tell(payload)
      })
      await client.query('LISTEN news')
      if (state === 'closed') return await client.end()
      // Earlier notifications are lost, so subscribers must check.
      tell(undefined)
    } catch {
      listening = undefined
      onFailure()
      void client?.end().catch(() => undefined)
      retry()
    }
  }
  return {
    hear: (hearer) => {
      hearers.add(hearer)
      if (state === 'new') {
        state = 'open'
        void listen()
      }
      return () => {
        hearers.delete(hearer)
      }
    },
    close: async () => {
      state = 'closed'
      clearTimeout(again)
      const own = listening
      listening = undefined
      await own?.end().catch(() => undefined)
    },
  }
}
