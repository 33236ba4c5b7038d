import { storageKeys } from '#kit/wire/storage-keys.ts'

/** A wallet this device knows. */
export type DeviceWallet = {
  readonly walletId: string
  /** What its holder calls it here; the nickname others see is on the server. */
  readonly name: string
  /** Reminds of the password; never leaves the device. */
  readonly hint: string
  /** Whether the words were re-entered. */
  readonly activated: boolean
  /** The words, sealed with the wallet password (vault.ts): the identity key is derived from them when it must sign. */
  readonly sealedPhrase: string
  /** Whether a passkey of this device confirms in this wallet, as far as the device knows. */
  readonly hasPasskey?: boolean
}
export type Listed = DeviceWallet & {
  /** Counts the changes of this wallet on this device. */
  readonly version: number
  /** When it was signed in to last; milliseconds. */
  readonly usedAt: number
}

export const format = 1
/**
 * A wallet as it is kept: whole under the key of the device, and its sealed words once more in the open, which only the password opens,
 * should that key be lost. `gone`: when its holder removed it; milliseconds.
 */
export type Row =
  | { readonly format: 1; readonly version: number; readonly sealed: string; readonly phrase: string }
  | { readonly format: 1; readonly version: number; readonly gone: number }

export const copyName = storageKeys.wallets
export const rowName = (walletId: string): string => `wallet:${walletId}`

type Fields = Readonly<Record<string, unknown>>
export const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null
export const isRow = (value: unknown): value is Row =>
  isRecord(value) &&
  value.format === format &&
  typeof value.version === 'number' &&
  (typeof value.gone === 'number' || (typeof value.sealed === 'string' && typeof value.phrase === 'string'))

/** A wallet read from what was kept, also by an app before this one. @returns undefined where it is none */
function listed(value: unknown, nth = 0): Listed | undefined {
  if (!isRecord(value) || typeof value.walletId !== 'string' || !value.walletId) return undefined
  const { walletId, name, hint, activated, sealedPhrase, hasPasskey, version, usedAt } = value
  return {
    walletId,
    name: typeof name === 'string' && name ? name : walletId,
    hint: typeof hint === 'string' ? hint : '',
    activated: activated === true,
    sealedPhrase: typeof sealedPhrase === 'string' ? sealedPhrase : '',
    ...(typeof hasPasskey === 'boolean' ? { hasPasskey } : {}),
    version: typeof version === 'number' ? version : 0,
    // Before, the order of the list was the order of use.
    usedAt: typeof usedAt === 'number' ? usedAt : -nth,
  }
}

export const plain = ({ version: _, usedAt: __, ...wallet }: Listed): DeviceWallet => wallet

export type Copy = {
  readonly wallets: ReadonlyMap<string, Listed>
  readonly text: string | null
  readonly isRight: boolean
}

/** What it takes to read the wallets of a device. */
export type RowPorts = {
  readonly rows: {
    /** What is kept of each wallet, by its ID. */
    all(): Promise<ReadonlyMap<string, unknown>>
  }
  /** The second copy of all wallets, as one sealed text. */
  readonly copy: { read(): string | null }
  /** @throws when it cannot be opened */
  open(name: string, text: string): Promise<string>
}

export async function readCopy(ports: RowPorts): Promise<Copy> {
  const text = ports.copy.read()
  if (text === null) return { wallets: new Map(), text, isRight: true }
  try {
    const value: unknown = JSON.parse(await ports.open(copyName, text))
    if (!Array.isArray(value)) throw new Error('not a list')
    const found = value.map(listed)
    const wallets = found.flatMap((each) => (each ? [[each.walletId, each] as const] : []))
    return { wallets: new Map(wallets), text, isRight: found.every((each) => each !== undefined) }
  } catch {
    return { wallets: new Map(), text, isRight: false }
  }
}

/** A wallet by its row. @returns undefined where it was removed, or cannot be read */
export async function openRow(ports: RowPorts, walletId: string, row: unknown): Promise<Listed | undefined> {
  if (!isRow(row) || 'gone' in row) return undefined
  try {
    const wallet = listed(JSON.parse(await ports.open(rowName(walletId), row.sealed)))
    return wallet?.walletId === walletId ? { ...wallet, version: row.version } : undefined
  } catch {
    return undefined
  }
}

/** Whether the copy says what the wallets are. */
export const isSame = (wallets: readonly Listed[], { wallets: copied, isRight }: Copy): boolean =>
  isRight &&
  wallets.length === copied.size &&
  wallets.every(({ walletId, version }) => copied.get(walletId)?.version === version)

/** In the order of the list: the last used first. */
export const inOrder = (wallets: readonly (Listed | undefined)[]): Listed[] =>
  wallets
    .filter((each) => each !== undefined)
    .sort((one, other) => other.usedAt - one.usedAt || (one.walletId < other.walletId ? -1 : 1))
