import { type Bar, bars } from '#kit/bars.ts'
import { askedFor, type LanguageTag, languages } from '#locales/registry.ts'

/** The one plain key of local storage: what must be known before anything can be decrypted. No secrets. */
const bootKey = 'boot'

export type Theme = 'system' | 'light' | 'dark'
export type Boot = {
  readonly language: LanguageTag
  readonly theme: Theme
  /** Which colour a gain has. */
  readonly gain: 'green' | 'red'
  /** Amounts of one's own are covered. */
  readonly hide: boolean
  /** The currency worths are shown in beside USDT (kit/fiats.ts); empty: none. */
  readonly fiat: string
  /** Minutes without a touch after which this device locks (lock.ts); 0 is never. */
  readonly lock: number
  /** What the server said last: it is a demo. */
  readonly demo: boolean
  /** The bottom bar that was chosen on this device; empty: the operator's. */
  readonly bar: Bar | ''
  /** What the server said last: the operator's bottom bar, and whether another one may be chosen. */
  readonly houseBar: Bar
  readonly barChoice: boolean
}

const isTag = (tag: unknown): tag is LanguageTag => languages.some((language) => language.tag === tag)

/** The language a browser asks for, as far as we speak it. */
export function preferredLanguage(wanted: readonly string[]): LanguageTag {
  for (const tag of wanted) {
    const match = askedFor.find(([asked]) => `${tag}-`.toLowerCase().startsWith(`${asked}-`.toLowerCase()))
    if (match) return match[1]
  }
  return 'en'
}

/** Whether a language was kept here in the open; without one the browser's was taken. */
let keptLanguage = false
export const isLanguageKept = (): boolean => keptLanguage
let damaged = false
/** Whether what was kept could not be read, so that the defaults stand for it. */
export const isBootDamaged = (): boolean => damaged

/** What is kept now, also by another tab; what this app does not know in it stays. */
function readKept(): Readonly<Record<string, unknown>> {
  const text = localStorage.getItem(bootKey)
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    if (typeof kept === 'object' && kept !== null && !Array.isArray(kept)) return kept as Record<string, unknown>
  } catch {
    // Not even JSON.
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
    houseBar: bars.find((each) => each === kept.houseBar) ?? 'usual',
    barChoice: kept.barChoice !== false,
  }
}

let boot = readBoot()
const listeners = new Set<() => void>()
const dark = matchMedia('(prefers-color-scheme: dark)')

/** Puts language, direction and theme on the page. web/boot.js does the same before the first paint. */
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

/** Keeps some settings. The others stay as they are kept by now: another tab may have changed them. */
function keep(change: Partial<Boot>): void {
  const kept = { ...readKept(), ...change }
  localStorage.setItem(bootKey, JSON.stringify(kept))
  // Another tab's language comes with its texts (texts.ts).
  boot = { ...readBoot(), language: boot.language, ...change }
  show()
}

export function changeBoot(change: Partial<Boot>): void {
  keep(change)
  for (const listener of listeners) listener()
}

type Told = Pick<Boot, 'demo' | 'houseBar' | 'barChoice'>
/** Notes what the server says of itself, for the first screen. Nothing else is kept with it: a language nobody chose stays the browser's. */
export function noteHouse({ demo, houseBar, barChoice }: Told): void {
  if (demo === boot.demo && houseBar === boot.houseBar && barChoice === boot.barChoice) return
  changeBoot({ demo, houseBar, barChoice })
}

/** Takes up what another tab has chosen. @returns the language it chose: that comes with its texts (texts.ts) */
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
