import { type StorageName, storageKeys } from '#kit/wire/storage-keys.ts'
import { deviceKey } from './device-keys.ts'
import { openValue, sealValue } from './sealing.ts'
import { tabWallet } from './tab-wallet.ts'

let key: Promise<CryptoKey> | undefined
const theKey = (): Promise<CryptoKey> => {
  key ??= deviceKey().catch((cause: unknown) => {
    key = undefined
    throw cause
  })
  return key
}
/** value: something that can be had again was damaged · wallet: what this device knew of a wallet cannot be read */
export type Damage = 'value' | 'wallet'
let damage: Damage | undefined
let onDamage: (damage: Damage) => void = () => {}

/** Says what to do when something kept cannot be read, also when that was found before. */
export const whenDataIsDamaged = (react: (damage: Damage) => void): void => {
  onDamage = react
  if (damage) react(damage)
}
export function noteDamage(found: Damage): void {
  damage = found
  onDamage(found)
}

/** Seals and opens what is kept under a name, with the key of this device. */
export const sealFor = async (name: string, value: string): Promise<string> => sealValue(await theKey(), name, value)
/** @throws when it is another's, damaged, moved or plain */
export const openFor = async (name: string, text: string): Promise<string> => openValue(await theKey(), name, text)

/** Sealed by an app newer than this one: not damaged, and not to be removed. */
const isNewer = (text: string): boolean => /^v(?!1\.)\d+\./.test(text)

/** A value that cannot be read costs itself and nothing else. */
export function dropDamaged(storageKey: string, text: string): void {
  if (isNewer(text)) return
  if (localStorage.getItem(storageKey) === text) localStorage.removeItem(storageKey)
  noteDamage('value')
}

/** @returns undefined where nothing is kept that can be read */
export async function openStored(storageKey: string, text: string | null): Promise<string | undefined> {
  if (text === null) return undefined
  // A key that cannot be had is no damage of the value.
  await theKey()
  try {
    return await openFor(storageKey, text)
  } catch {
    dropDamaged(storageKey, text)
    return undefined
  }
}

/** What belongs to a wallet, and not to the device. */
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

/** Values by wallet. Before a device could know several at once, one value was kept, of the wallet signed in. */
export async function byWallet(text: string | undefined): Promise<ByWallet> {
  if (text === undefined) return {}
  if (text.startsWith('{')) return parse(text, areTexts) ?? {}
  const owner = await read('walletId')
  return owner ? { [owner]: text } : {}
}

const read = (name: StorageName): Promise<string | undefined> =>
  openStored(storageKeys[name], localStorage.getItem(storageKeys[name]))

/** What is kept under a name. What belongs to a wallet is kept for each wallet apart; without an `owner` it is the one of this tab. */
export async function readValue(name: StorageName, owner = tabWallet()): Promise<string | undefined> {
  const text = await read(name)
  return isOfWallets(name) ? (await byWallet(text))[owner] : text
}
/** Keeps a value of the device, and of no wallet. */
export async function keepValue(name: Exclude<StorageName, (typeof ofWallets)[number]>, value: string): Promise<void> {
  localStorage.setItem(storageKeys[name], await sealFor(storageKeys[name], value))
}

export function parse<T>(text: string, isRight: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (isRight(value)) return value
  } catch {
    // Not even JSON.
  }
  return undefined
}
