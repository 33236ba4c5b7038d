import { i18n, type Messages } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import type { FailureKey } from '#kit/failure.ts'
import { CallFailure, unreadableKey } from '#kit/wire/call-failure.ts'
import type { Area, Texts } from '#locales/keys.ts'
import { type LanguageTag, languages } from '#locales/registry.ts'
import { keepValue, readValue } from '../device/device-values.ts'
import { changeBoot, currentBoot, isLanguageKept } from '../shell/boot.ts'
import { showAmount, showMoment } from './format.ts'
import { fetchTexts } from './text-files.ts'
import { typeset } from './typeset.ts'

export type TextId = keyof Texts
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

export async function changeLanguage(tag: LanguageTag): Promise<void> {
  const messages = await Promise.all([...loaded].map((area) => load(area, tag)))
  i18n.load(tag, Object.assign({}, ...messages))
  changeBoot({ language: tag })
  const { wire } = currentLanguage()
  await Promise.all([keepValue('systemLanguage', wire), keepValue('language', wire)])
  activate(tag)
}

/** Restores the language from the spec's key if the boot setting is lost. */
export async function restoreLanguage(): Promise<void> {
  if (isLanguageKept()) return
  const wire = (await readValue('language')) ?? (await readValue('systemLanguage'))
  const chosen = languages.find((language) => language.wire === wire)
  if (chosen && chosen.tag !== currentBoot().language) await changeLanguage(chosen.tag)
}

export const say: Say = (id, ...values) => typed(id, values[0] as Record<string, unknown> | undefined)

const typed = (id: string, values?: Record<string, unknown>): string =>
  typeset(i18n._(id, values), currentLanguage().direction)

const momentText = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** For IDs built at runtime ("record.8"). @returns undefined if missing */
export const sayIfKnown = (id: string, values?: Record<string, unknown>): string | undefined =>
  id in i18n.messages ? typed(id, values) : undefined

/** Amount parameters. `left` and `most` are counts unless a coin is named. */
const areAmounts = ['minimum', 'maximum', 'needed', 'value', 'quota', 'price']
const isAmount = (key: string, name: string, params: Readonly<Record<string, string>>): boolean =>
  areAmounts.includes(name) ||
  (['left', 'most'].includes(name) && ('coin' in params || /_limit$|_quota$|^power/.test(key)))

function shownValue(name: string, value: string): string {
  if (momentText.test(value)) return showMoment(value)
  return name === 'field' ? (sayIfKnown(`field.${value}`) ?? say('field.app')) : value
}

export async function sayFailure(key: string, params: Readonly<Record<string, string>> = {}): Promise<string> {
  await loadTexts(params.field ? ['errors', 'fields'] : ['errors'])
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    isAmount(key, name, params) && /^\d+(\.\d+)?$/.test(value) ? showAmount(value) : shownValue(name, value),
  ])
  const id = `error.${key}` satisfies `error.${FailureKey | string}`
  const text = sayIfKnown(id, Object.fromEntries(shown))
  // A newer server may send unknown errors.
  return text ?? sayIfKnown('error.request.failed' satisfies TextId, { key }) ?? id
}

/** Server errors state the reason, and unreadable responses are reported as such. All other failures mean no response. */
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

/** Rerenders on language change. */
export function useText(): Say {
  useSyncExternalStore(subscribe, currentVersion, currentVersion)
  return say
}

export function currentLanguage(): (typeof languages)[number] {
  const { language } = currentBoot()
  return languages.find((each) => each.tag === language) ?? languages[0]
}
