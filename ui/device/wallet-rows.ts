import { storageKeys } from '#kit/wire/storage-keys.ts'

export type DeviceWallet = {
  readonly walletId: string
  /** Local name. The server stores the public nickname. */
  readonly name: string
  /** Password hint; never leaves the device. */
  readonly hint: string
  /** Whether the user confirmed the recovery phrase. */
  readonly activated: boolean
  /** Recovery phrase encrypted with the wallet password (vault.ts). The identity key for signing is derived from the phrase. */
  readonly sealedPhrase: string
  readonly hasPasskey?: boolean
}
export type Listed = DeviceWallet & {
  readonly version: number
  /** Last sign-in, in milliseconds. */
  readonly usedAt: number
}

export const format = 1
/**
 * Stored wallet, encrypted with the device key. `phrase` is a second copy of the encrypted phrase, in case the device key is lost. Only the
 * password decrypts it. `gone`: deletion time in milliseconds.
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

/** Parses a stored wallet, also in earlier formats. @returns undefined if invalid */
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
    usedAt: typeof usedAt === 'number' ? usedAt : -nth,
  }
}

export const plain = ({ version: _, usedAt: __, ...wallet }: Listed): DeviceWallet => wallet

export type Copy = {
  readonly wallets: ReadonlyMap<string, Listed>
  readonly text: string | null
  readonly isRight: boolean
}

export type RowPorts = {
  readonly rows: {
    all(): Promise<ReadonlyMap<string, unknown>>
  }
  /** Second copy of all wallets, as a single encrypted text. */
  readonly copy: { read(): string | null }
  /** @throws if the text cannot be decrypted */
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

/** @returns undefined if removed or unreadable */
export async function openRow(ports: RowPorts, walletId: string, row: unknown): Promise<Listed | undefined> {
  if (!isRow(row) || 'gone' in row) return undefined
  try {
    const wallet = listed(JSON.parse(await ports.open(rowName(walletId), row.sealed)))
    return wallet?.walletId === walletId ? { ...wallet, version: row.version } : undefined
  } catch {
    return undefined
  }
}

export const isSame = (wallets: readonly Listed[], { wallets: copied, isRight }: Copy): boolean =>
  isRight &&
  wallets.length === copied.size &&
  wallets.every(({ walletId, version }) => copied.get(walletId)?.version === version)

export const inOrder = (wallets: readonly (Listed | undefined)[]): Listed[] =>
  wallets
    .filter((each) => each !== undefined)
    .sort((one, other) => other.usedAt - one.usedAt || (one.walletId < other.walletId ? -1 : 1))
