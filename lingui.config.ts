import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { languages } from './locales/registry.ts'

/** One catalogue per language; every id is written by hand (`wallet.total`), never a hash of the text. */
export default defineConfig({
  sourceLocale: 'en',
  locales: languages.map((language) => language.tag),
  // What a language lacks is said in English; scripts/texts.ts fails when something is lacking.
  fallbackLocales: { default: 'en' },
  format: formatter({ explicitIdAsDefault: true }),
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: [] }],
})
