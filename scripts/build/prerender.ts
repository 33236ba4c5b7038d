import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { i18n } from '@lingui/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'
import { type LanguageTag, languages } from '#locales/registry.ts'
import { type Kind, kinds, namedKinds, shellAreas } from '#web/shell-kinds.ts'
import { textsByArea } from './text-files.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export type Shells = {
  readonly byLanguage: Readonly<Record<string, Readonly<Partial<Record<Kind, string>>>>>
  /** Shells with text IDs instead of texts. */
  readonly named: Readonly<Partial<Record<Kind, string>>>
  /** Tabs of the bottom menu. */
  readonly tabs: readonly string[]
}
type BootShellModule = { BootShell(props: { kind: Kind }): ReactNode }
type TextsModule = { loadTexts(areas: readonly string[]): Promise<void>; say(id: string): string }
type TabsModule = { tabsOf(t: (id: string) => string): { path: string }[] }

/** Decorative lines, which the app draws later. */
const sealLines = /<path d="[^"]{300,}"[^>]*><\/path>/g

/** Stubs globals that modules need while loading, for a signed-out page. */
function pretendBrowser(language: LanguageTag): void {
  const nothing = () => {}
  const root = { dataset: {}, style: {} }
  Object.assign(globalThis, {
    localStorage: {
      getItem: (key: string) => (key === 'boot' ? JSON.stringify({ language }) : null),
      setItem: nothing,
    },
    matchMedia: () => ({ matches: false, addEventListener: nothing }),
    document: { documentElement: root, querySelector: () => null },
    location: { hash: '' },
    history: { state: null, replaceState: () => {} },
    addEventListener: nothing,
  })
}

/** Renders the real screens, so that nothing moves when the app takes over. */
export async function prerender(): Promise<Shells> {
  const server = await createServer({
    configFile: join(root, 'vite.config.ts'),
    plugins: [textsByArea()],
    server: { middlewareMode: true, watch: null, ws: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  })
  // Shells with text IDs are drawn before their texts are loaded.
  i18n.setMessagesCompiler((id) => [id])
  try {
    const { createElement } = await import('react')
    const load = (path: string) => server.ssrLoadModule(join(root, path))
    const byLanguage: Record<string, Partial<Record<Kind, string>>> = {}
    let tabs: readonly string[] = []
    let named: Partial<Record<Kind, string>> = {}
    const drawAll = (kinds: readonly Kind[], draw: (kind: Kind) => string) =>
      Object.fromEntries(kinds.map((kind) => [kind, draw(kind)]))
    for (const { tag } of languages) {
      pretendBrowser(tag)
      server.moduleGraph.invalidateAll()
      const { loadTexts, say } = (await load('ui/text/texts.ts')) as TextsModule
      const { BootShell } = (await load('web/failing/BootShell.tsx')) as BootShellModule
      const draw = (kind: Kind) => renderToStaticMarkup(createElement(BootShell, { kind })).replace(sealLines, '')
      // Shells can contain only loaded texts.
      await loadTexts(['captcha'])
      named = drawAll(namedKinds, draw)
      await loadTexts(shellAreas)
      byLanguage[tag] = drawAll(kinds, draw)
      const { tabsOf } = (await load('web/tabs.ts')) as TabsModule
      tabs = tabsOf(say).map((tab) => tab.path)
    }
    return { byLanguage, named, tabs }
  } finally {
    await server.close()
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await prerender(), undefined, 2)}\n`)
