import { type StorageName, storageKeys } from '#kit/wire/storage-keys.ts'
import { tabWallet } from '../session/tab-wallet.ts'
import { deviceKey } from './device-keys.ts'
import { openValue, sealValue } from './sealing.ts'

let key: Promise<CryptoKey> | undefined
const theKey = (): Promise<CryptoKey> => {
  key ??= deviceKey().catch((cause: unknown) => {
    key = undefined
    throw cause
  })
  return key
}
/** value: recoverable data was damaged · wallet: wallet data is unreadable */
export type Damage = 'value' | 'wallet'
let damage: Damage | undefined
let onDamage: (damage: Damage) => void = () => {}

export const whenDataIsDamaged = (react: (damage: Damage) => void): void => {
  onDamage = react
  if (damage) react(damage)
}
export function noteDamage(found: Damage): void {
  damage = found
  onDamage(found)
}

export const sealFor = async (name: string, value: string): Promise<string> => sealValue(await theKey(), name, value)
/** @throws if the text belongs to another key or name, or is damaged or unencrypted */
export const openFor = async (name: string, text: string): Promise<string> => openValue(await theKey(), name, text)

/** True if a newer app version wrote the text. It is not damaged and must stay. */
const isNewer = (text: string): boolean => /^v(?!1\.)\d+\./.test(text)

/** Removes a value unless it has changed since. */
export function dropDamaged(storageKey: string, text: string): void {
  if (isNewer(text)) return
  if (localStorage.getItem(storageKey) === text) localStorage.removeItem(storageKey)
  noteDamage('value')
}

/** @returns undefined if nothing readable is stored */
export async function openStored(storageKey: string, text: string | null): Promise<string | undefined> {
  if (text === null) return undefined
  // Outside `try`, because a missing key does not mean damaged data.
  await theKey()
  try {
    return await openFor(storageKey, text)
  } catch {
    dropDamaged(storageKey, text)
    return undefined
  }
}

export const ofWallets = [
  'userToken',
  'walletToken',
  'googleBound',
  'boundEmail',
] as const satisfies readonly StorageName[]
export const isOfWallets = (name: StorageName): boolean => (ofWallets as readonly StorageName[]).includes(name)
type ByWallet = Readonly<Record<string, string>>

const areTexts = (value: unknown): value is ByWallet =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')

/** Values by wallet, also from the older format: a single value for the signed-in wallet. */
export async function byWallet(text: string | undefined): Promise<ByWallet> {
  if (text === undefined) return {}
  if (text.startsWith('{')) return parse(text, areTexts) ?? {}
  const owner = await read('walletId')
  return owner ? { [owner]: text } : {}
}

const read = (name: StorageName): Promise<string | undefined> =>
  openStored(storageKeys[name], localStorage.getItem(storageKeys[name]))

export async function readValue(name: StorageName, owner = tabWallet()): Promise<string | undefined> {
  const text = await read(name)
  return isOfWallets(name) ? (await byWallet(text))[owner] : text
}
/** Stores device values, not wallet values. */
export async function keepValue(name: Exclude<StorageName, (typeof ofWallets)[number]>, value: string): Promise<void> {
  localStorage.setItem(storageKeys[name], await sealFor(storageKeys[name], value))
}

export function parse<T>(text: string, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (isRight(value)) return value
  } catch {
    // Invalid JSON.
  }
  return undefined
}
