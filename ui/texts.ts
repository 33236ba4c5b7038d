import { i18n, type Messages } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import type { FailureKey } from '#kit/failure.ts'
import { CallFailure, unreadableKey } from '#kit/wire/call-failure.ts'
import type { Area, Texts } from '#locales/keys.ts'
import { type LanguageTag, languages } from '#locales/registry.ts'
import { changeBoot, currentBoot, isLanguageKept } from './boot.ts'
import { keepValue, readValue } from './device-values.ts'
import { showMoment } from './format.ts'
import { fetchTexts } from './text-files.ts'
import { typeset } from './typeset.ts'

export type TextId = keyof Texts
/** Says a text; the compiler asks for the values its English form names. */
export type Say = <Id extends TextId>(id: Id, ...values: keyof Texts[Id] extends never ? [] : [Texts[Id]]) => string

const loaded = new Set<Area>()
const known = new Map<string, Messages>()
const listeners = new Set<() => void>()
let version = 0

async function load(area: Area, tag: LanguageTag): Promise<Messages> {
  const path = `${tag}/${area}`
  const before = known.get(path)
  if (before) return before
  const messages = await fetchTexts(area, tag)
  known.set(path, messages)
  return messages
}

/** Loads what a screen says, in the language of now, before it is drawn. */
export async function loadTexts(areas: readonly Area[]): Promise<void> {
  const missing = areas.filter((area) => !loaded.has(area))
  if (missing.length === 0) return
  const tag = currentBoot().language
  const messages = await Promise.all(missing.map((area) => load(area, tag)))
  for (const area of missing) loaded.add(area)
  i18n.load(tag, Object.assign({}, ...messages))
  activate(tag)
}

function activate(tag: LanguageTag): void {
  i18n.activate(tag, [`${tag}-u-nu-latn`])
  version++
  for (const listener of listeners) listener()
}

/** Changes the language of the whole app; everything on the screen is said anew. */
export async function changeLanguage(tag: LanguageTag): Promise<void> {
  const messages = await Promise.all([...loaded].map((area) => load(area, tag)))
  i18n.load(tag, Object.assign({}, ...messages))
  changeBoot({ language: tag })
  const { wire } = currentLanguage()
  await Promise.all([keepValue('systemLanguage', wire), keepValue('language', wire)])
  activate(tag)
}

/** Takes the language that was chosen here before where the open key that says so is gone: the spec's keys know it too. */
export async function restoreLanguage(): Promise<void> {
  if (isLanguageKept()) return
  const wire = (await readValue('language')) ?? (await readValue('systemLanguage'))
  const chosen = languages.find((language) => language.wire === wire)
  if (chosen && chosen.tag !== currentBoot().language) await changeLanguage(chosen.tag)
}

/** For code outside a component; a component uses `useText`. */
export const say: Say = (id, ...values) => typed(id, values[0] as Record<string, unknown> | undefined)

/** A text as it is drawn: figures whole, whichever way one reads. */
const typed = (id: string, values?: Record<string, unknown>): string =>
  typeset(i18n._(id, values), currentLanguage().direction)

/** A moment as the wire writes it. */
const momentText = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A text whose id is put together at run time ("record.8"). @returns undefined where there is none. */
export const sayIfKnown = (id: string, values?: Record<string, unknown>): string | undefined =>
  id in i18n.messages ? typed(id, values) : undefined

/** A value of a refusal as a person reads it: a moment by the reader's clock, a field by its name in their language. */
function shownValue(name: string, value: string): string {
  if (momentText.test(value)) return showMoment(value)
  return name === 'field' ? (sayIfKnown(`field.${value}`) ?? value) : value
}

/** What a refusal says. Its area is loaded first, if need be. */
export async function sayFailure(key: string, params: Readonly<Record<string, string>> = {}): Promise<string> {
  await loadTexts(params.field ? ['errors', 'fields'] : ['errors'])
  const shown = Object.entries(params).map(([name, value]) => [name, shownValue(name, value)])
  const id = `error.${key}` satisfies `error.${FailureKey | string}`
  const text = sayIfKnown(id, Object.fromEntries(shown))
  // A newer server may refuse for a reason this app has no words for.
  return text ?? sayIfKnown('error.request.failed' satisfies TextId, { key }) ?? id
}

/** What stopped a call, in words: a refusal says why, an answer that cannot be read is called that, everything else is no answer. */
export async function failureWords(cause: unknown): Promise<string> {
  if (cause instanceof CallFailure && cause.key === unreadableKey) return say('network.unreadable')
  return cause instanceof CallFailure && cause.code !== 'network'
    ? sayFailure(cause.key, cause.params)
    : say('network.later')
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const currentVersion = (): number => version

/** `const t = useText(); t('wallet.total')`. Redraws when the language changes. */
export function useText(): Say {
  useSyncExternalStore(subscribe, currentVersion, currentVersion)
  return say
}

/** The language of now, as the wire and Intl want it. */
export function currentLanguage(): (typeof languages)[number] {
  const { language } = currentBoot()
  return languages.find((each) => each.tag === language) ?? languages[0]
}
