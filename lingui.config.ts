import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { languages } from './locales/registry.ts'

/** Text IDs are written by hand, never a hash of the text. */
export default defineConfig({
  sourceLocale: 'en',
  locales: languages.map((language) => language.tag),
  // Missing texts fall back to English; scripts/texts.ts fails on them.
  fallbackLocales: { default: 'en' },
  format: formatter({ explicitIdAsDefault: true }),
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: [] }],
})
