import { useEffect, useState } from 'react'
import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { deviceStore } from '#ui/device/device-store.ts'
import { loadSecurity } from './security.contract.ts'

export type Bindings = {
  readonly google: boolean
  readonly mail: string | undefined
  /** Whether the mailbox can be replaced without its code. */
  readonly released?: boolean
}

const bindingsOf = ({ googleBound, mail, now }: OutputOf<typeof loadSecurity>): Bindings => ({
  google: googleBound,
  mail: mail?.address,
  released: mail?.releasedFrom != null && mail.releasedFrom <= now,
})

export async function keepBindings({ google, mail }: Bindings): Promise<void> {
  await deviceStore.set('googleBound', String(google))
  if (mail) await deviceStore.set('boundEmail', mail)
  else await deviceStore.remove('boundEmail')
}

async function lastBindings(): Promise<Bindings | undefined> {
  const [google, mail] = await Promise.all([deviceStore.get('googleBound'), deviceStore.get('boundEmail')])
  return google === undefined ? undefined : { google: google === 'true', mail }
}

/** Falls back to the last state known on this device. */
export function useBindings() {
  const read = useRead(loadSecurity, {})
  const [last, setLast] = useState<Bindings | undefined>()
  useEffect(() => {
    void lastBindings().then(setLast)
  }, [])
  const { data } = read
  useEffect(() => {
    if (data) void keepBindings(bindingsOf(data))
  }, [data])
  return { read, bound: data ? bindingsOf(data) : last }
}
