import { updateKey } from './update-key.ts'

/** promised: the browser keeps what this device stores · maybe: it may delete it · unknown: it does not say */
export type StoragePromise = 'promised' | 'maybe' | 'unknown'

export async function storagePromise(): Promise<StoragePromise> {
  try {
    return (await navigator.storage.persisted()) ? 'promised' : 'maybe'
  } catch {
    return 'unknown'
  }
}

/** Asks the browser to keep what this device stores; some browsers ask the person. */
export async function askToKeep(): Promise<StoragePromise> {
  try {
    return (await navigator.storage.persist()) ? 'promised' : 'maybe'
  } catch {
    return 'unknown'
  }
}

/** Asks once on this device without being told to: when the only copy of a phrase has just been stored. */
export async function askToKeepOnce(): Promise<void> {
  if ((await storagePromise()) !== 'maybe') return
  let isFirst = false
  await updateKey<unknown>('asked-to-keep', (asked) => {
    isFirst = asked === undefined
    return true
  })
  if (isFirst) await askToKeep()
}
