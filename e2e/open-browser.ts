import { type Browser, chromium } from 'playwright-core'
import { inject } from 'vitest'

/** The browser of the run. Closing it closes what was opened through it, and leaves it to the next journey. */
export const openBrowser = (): Promise<Browser> => chromium.connect(inject('browser'))
