import type { OutputOf } from '#kit/wire/contract.ts'
import type { loadVersion } from '#kit/wire/contracts/app.contract.ts'
import { appVersion } from '#kit/wire/signing/headers.ts'

export type Release = OutputOf<typeof loadVersion>

export const versionAsked = { editionType: 'web', versionType: 'web', versionCode: appVersion.code } as const

export const isNewer = ({ latest }: Pick<Release, 'latest'>, own: number = appVersion.code): boolean => latest > own

/** Spec point 9: download time limit. */
const loadTimeoutMs = 120_000

export const assetsOf = (page: string): string[] => [
  ...new Set([...page.matchAll(/"(\/assets\/[\w./-]+)"/g)].map(([, path]) => path ?? '')),
]

/** @returns whether this browser can keep the version */
export type LoadApp = (timeoutMs: number) => Promise<boolean>

/**
 * Downloads the new version through the service worker; without one, loads the page and its assets into the browser cache. @throws if a
 * download fails
 */
export async function loadUpdate(load: LoadApp, get: typeof fetch = fetch): Promise<void> {
  if (!(await load(loadTimeoutMs))) await loadPage(get)
}

async function loadPage(get: typeof fetch): Promise<void> {
  const signal = AbortSignal.timeout(loadTimeoutMs)
  const load = async (path: string, cache: 'reload' | 'default'): Promise<Response> => {
    const response = await get(path, { cache, signal })
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response
  }
  const page = await (await load('/', 'reload')).text()
  await Promise.all(assetsOf(page).map((path) => load(path, 'default')))
}

const triedFlag = 'update-tried'
/** A mandatory update becomes optional after one attempt, so a failed update cannot lock users out. */
export const wasTried = ({ latest }: Pick<Release, 'latest'>): boolean =>
  Number(sessionStorage.getItem(triedFlag) ?? 0) >= latest
export const noteTried = ({ latest }: Pick<Release, 'latest'>): void =>
  sessionStorage.setItem(triedFlag, String(latest))
