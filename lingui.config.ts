import { readdirSync } from 'node:fs'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { languages } from './locales/registry.ts'

const areas = readdirSync(new URL('./locales/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

/** One catalogue per area and language; every id is written by hand (`wallet.total`), never a hash of the text. */
export default defineConfig({
  sourceLocale: 'en',
  locales: languages.map((language) => language.tag),
  // What a language lacks is said in English; scripts/texts.ts fails when something is lacking.
  fallbackLocales: { default: 'en' },
  format: formatter({ explicitIdAsDefault: true }),
  catalogs: areas.map((area) => ({ path: `<rootDir>/locales/${area}/{locale}`, include: [] })),
})
