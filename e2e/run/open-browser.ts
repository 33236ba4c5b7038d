import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '#scripts/run/chromium.ts'

let shared: Promise<Browser> | undefined

/** Shared by all tests; ends with the process. */
export function openBrowser(): Promise<Browser> {
  shared ??= launchBrowser()
  return shared
}

export async function closePages(): Promise<void> {
  await Promise.all(((await shared)?.contexts() ?? []).map((context) => context.close()))
}

export const openPages = async (): Promise<readonly Page[]> =>
  ((await shared)?.contexts() ?? []).flatMap((context) => context.pages())
