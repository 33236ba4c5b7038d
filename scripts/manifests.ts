import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import PO from 'pofile'
import { languages } from '#locales/registry.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** What a manifest says in words: texts that are loaded with every screen. */
type Said = 'app.name' | 'home.welcome' | (typeof shortcuts)[number][0]

/** Where a long press on the installed app's picture leads. */
const shortcuts = [
  ['title.wallet', '/pages/wallet/index'],
  ['title.invest', '/pages/invest/index'],
  ['title.recharge', '/pages/wallet/recharge'],
  ['title.records', '/pages/wallet/logs'],
] as const

function textsOf(tag: string): (id: Said) => string {
  const { items } = PO.parse(readFileSync(join(root, 'locales', 'core', `${tag}.po`), 'utf8'))
  return (id) => {
    const text = items.find(({ msgid }) => msgid === id)?.msgstr[0]
    if (!text) throw new Error(`the manifest of ${tag} lacks '${id}'`)
    return text
  }
}

const picture = (name: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/${name}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** What a browser installs the app by, once for each language: the same app, under the name its reader knows. */
export const manifests = (): ReadonlyMap<string, string> =>
  new Map(
    languages.map(({ tag, direction }) => {
      const t = textsOf(tag)
      const manifest = {
        id: '/',
        name: t('app.name'),
        short_name: t('app.name'),
        description: t('home.welcome'),
        lang: tag,
        dir: direction,
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: '#F4F6FB',
        theme_color: '#F4F6FB',
        categories: ['finance'],
        icons: [
          picture('icon-192.png', 192),
          picture('icon-512.png', 512),
          picture('icon-maskable.png', 512, 'maskable'),
          { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
        shortcuts: shortcuts.map(([id, path]) => ({
          name: t(id),
          url: `/#${path}`,
          icons: [picture('icon-192.png', 192)],
        })),
      }
      return [`app-${tag}.webmanifest`, JSON.stringify(manifest)]
    }),
  )
