import { updateKey } from '../session/update-key.ts'

/** promised: persistent · maybe: may be deleted · unknown: not reported */
export type StoragePromise = 'promised' | 'maybe' | 'unknown'

export async function storagePromise(): Promise<StoragePromise> {
  try {
    return (await navigator.storage.persisted()) ? 'promised' : 'maybe'
  } catch {
    return 'unknown'
  }
}

/** Requests persistent storage. Some browsers prompt. */
export async function askToKeep(): Promise<StoragePromise> {
  try {
    return (await navigator.storage.persist()) ? 'promised' : 'maybe'
  } catch {
    return 'unknown'
  }
}

export async function askToKeepOnce(): Promise<void> {
  if ((await storagePromise()) !== 'maybe') return
  let isFirst = false
  await updateKey<unknown>('asked-to-keep', (asked) => {
    isFirst = asked === undefined
    return true
  })
  if (isFirst) await askToKeep()
}
