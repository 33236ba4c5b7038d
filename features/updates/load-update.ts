import type { loadVersion } from '#kit/wire/app.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { appVersion } from '#kit/wire/headers.ts'

export type Release = OutputOf<typeof loadVersion>

/** What this app asks with: it is a page, whatever opens it. */
export const versionAsked = { editionType: 'web', versionType: 'web', versionCode: appVersion.code } as const

/** Whether a release is newer than the app that runs. */
export const isNewer = ({ latest }: Pick<Release, 'latest'>, own: number = appVersion.code): boolean => latest > own

/** Spec point 9: the new version has so long to come. */
const loadTimeoutMs = 120_000

/** The scripts and styles a page names. */
export const assetsOf = (page: string): string[] => [
  ...new Set([...page.matchAll(/"(\/assets\/[\w./-]+)"/g)].map(([, path]) => path ?? '')),
]

/** Loads a newer app to be kept on the device (app-worker.tsx). @returns whether this browser keeps it */
export type LoadApp = (timeoutMs: number) => Promise<boolean>

/**
 * Loads the newer app, so that a restart is quick and needs no luck: through what keeps the app on the device, or where the browser has none
 * the page of now and all it names into its cache. @throws when something does not come
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
/**
 * Whether this version was tried here. A forced update may not close the way out: where the restart brings the old app again, or the package does
 * not come, it can be put off like any other.
 */
export const wasTried = ({ latest }: Pick<Release, 'latest'>): boolean =>
  Number(sessionStorage.getItem(triedFlag) ?? 0) >= latest
export const noteTried = ({ latest }: Pick<Release, 'latest'>): void =>
  sessionStorage.setItem(triedFlag, String(latest))
