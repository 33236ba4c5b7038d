import { expect } from 'vitest'
import { isTrueIn } from './browser.ts'
import type { Person } from './person.ts'

const appIsKept = `(async () => {
  if (navigator.serviceWorker.controller?.state !== 'activated') return false
  const kept = (await (await caches.open('files')).keys()).map(({ url }) => new URL(url).pathname)
  const fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  return fetched.filter((path) => /^\\/assets\\/[^/]+\\.js$/.test(path)).every((path) => kept.includes(path))
})()`

/** A move starts background work. */
export async function openByMove(person: Person, path: string): Promise<void> {
  await person.open('/pages/my/language')
  await person.open(path)
}

export const keepsApp = ({ page }: Person): Promise<void> => isTrueIn(page, appIsKept)

const names = `(async () => {
  // To open what is not there would make it.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'glasshouse-views')) return []
  const database = await new Promise((done, failed) => {
    const request = indexedDB.open('glasshouse-views')
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
  const keys = await new Promise((done) => {
    if (!database.objectStoreNames.contains('rows')) return done([])
    const request = database.transaction('rows').objectStore('rows').getAllKeys()
    request.onsuccess = () => done(request.result)
  })
  database.close()
  return keys
})()`

export const keptNames = ({ page }: Person): Promise<string[]> => page.evaluate<string[]>(names)

/** Waits until these paths are cached. */
export async function keepsReads(person: Person, ...paths: readonly string[]): Promise<void> {
  const missing = async () => {
    const kept = await keptNames(person)
    return paths.filter((path) => !kept.some((name) => name.includes(`"${path}"`)))
  }
  await expect.poll(missing).toEqual([])
}
