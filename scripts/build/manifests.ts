import { sayFrom } from '#kit/text/catalogue.server.ts'
import type { Texts } from '#locales/keys.ts'
import { languages } from '#locales/registry.ts'

const shortcuts = [
  ['title.wallet', '/pages/wallet/index'],
  ['title.invest', '/pages/invest/index'],
  ['title.recharge', '/pages/wallet/recharge'],
  ['title.records', '/pages/wallet/logs'],
] as const

const picture = (name: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src: `/${name}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

export const manifests = (): ReadonlyMap<string, string> =>
  new Map(
    languages.map(({ tag, direction }) => {
      const t = (id: keyof Texts) => sayFrom(tag, id)
      const manifest = {
        id: '/',
        name: t('app.name'),
        short_name: t('app.name'),
        description: t('start.tagline'),
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
