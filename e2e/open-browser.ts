import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#scripts/run/chromium.ts'

let shared: Promise<Browser> | undefined

/** The browser of all journeys. It ends with the process they run in. */
export function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

/** Closes all pages, so that the next journey begins with none. */
export async function closePages(): Promise<void> {
  await Promise.all(((await shared)?.contexts() ?? []).map((context) => context.close()))
}

/** The pages that are open. */
export const openPages = async (): Promise<readonly Page[]> =>
  ((await shared)?.contexts() ?? []).flatMap((context) => context.pages())
