import { type Bar, bars } from '#kit/time/bars.ts'
import { askedFor, type LanguageTag, languages } from '#locales/registry.ts'

/** The only unencrypted local storage key, needed before decryption. Must not contain secrets. */
const bootKey = 'boot'

export type Theme = 'system' | 'light' | 'dark'
export type Boot = {
  readonly language: LanguageTag
  readonly theme: Theme
  readonly gain: 'green' | 'red'
  readonly hide: boolean
  /** Currency for values in addition to USDT (kit/amount/fiats.ts). Empty: none. */
  readonly fiat: string
  /** Idle minutes before auto-lock (lock.ts). 0: never. */
  readonly lock: number
  /** From the last server response. */
  readonly demo: boolean
  /** The user's choice of bottom bar. Empty: the operator's. */
  readonly bar: Bar | ''
  readonly companyBar: Bar
  readonly barChoice: boolean
}

const isTag = (tag: unknown): tag is LanguageTag => languages.some((language) => language.tag === tag)

export function preferredLanguage(wanted: readonly string[]): LanguageTag {
  for (const tag of wanted) {
    const match = askedFor.find(([asked]) => `${tag}-`.toLowerCase().startsWith(`${asked}-`.toLowerCase()))
    if (match) return match[1]
  }
  return 'en'
}

let keptLanguage = false
export const isLanguageKept = (): boolean => keptLanguage
let damaged = false
export const isBootDamaged = (): boolean => damaged

/** Stored settings, including other tabs' changes and unknown fields. */
function readKept(): Readonly<Record<string, unknown>> {
  const text = localStorage.getItem(bootKey)
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept === 'object' && kept !== null && !Array.isArray(kept)) return kept as Record<string, unknown>
  } catch {
    // Invalid JSON.
  }
  damaged = true
  return {}
}

function readBoot(): Boot {
  const kept = readKept()
  keptLanguage = isTag(kept.language)
  return {
    language: isTag(kept.language) ? kept.language : preferredLanguage(navigator.languages),
    theme: kept.theme === 'light' || kept.theme === 'dark' ? kept.theme : 'system',
    gain: kept.gain === 'red' ? 'red' : 'green',
    hide: kept.hide === true,
    fiat: typeof kept.fiat === 'string' ? kept.fiat : '',
    lock: Number(kept.lock) || 0,
    demo: kept.demo === true,
    bar: bars.find((each) => each === kept.bar) ?? '',
    companyBar: bars.find((each) => each === kept.companyBar) ?? 'usual',
    barChoice: kept.barChoice !== false,
  }
}

let boot = readBoot()
const listeners = new Set<() => void>()
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Mirrors web/boot.js, which runs before the first paint. */
function show(): void {
  const root = document.documentElement
  const language = languages.find((each) => each.tag === boot.language) ?? languages[0]
  root.lang = language.tag
  root.dir = language.direction
  root.dataset.theme = boot.theme === 'system' ? (dark.matches ? 'dark' : 'light') : boot.theme
  root.dataset.gain = boot.gain
  root.dataset.demo = String(boot.demo)
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', root.dataset.theme === 'dark' ? '#070D1E' : '#F4F6FB')
}
dark.addEventListener('change', show)

export const currentBoot = (): Boot => boot

/** Merges into the stored value, because another tab may have changed it. */
function keep(change: Partial<Boot>): void {
  const kept = { ...readKept(), ...change }
  localStorage.setItem(bootKey, JSON.stringify(kept))
  // Another tab's language applies only after its texts load (texts.ts).
  boot = { ...readBoot(), language: boot.language, ...change }
  show()
}

export function changeBoot(change: Partial<Boot>): void {
  keep(change)
  for (const listener of listeners) listener()
}

type Told = Pick<Boot, 'demo' | 'companyBar' | 'barChoice'>
export function noteCompany({ demo, companyBar, barChoice }: Told): void {
  if (demo === boot.demo && companyBar === boot.companyBar && barChoice === boot.barChoice) return
  changeBoot({ demo, companyBar, barChoice })
}

/** Applies another tab's settings except its language. @returns that language, applied later with its texts (texts.ts) */
export function takeUpBoot(): LanguageTag {
  const { language } = boot
  const kept = readBoot()
  boot = { ...kept, language }
  show()
  for (const listener of listeners) listener()
  return keptLanguage ? kept.language : language
}

export function onBootChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

show()
