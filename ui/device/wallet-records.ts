import { dayMs } from '#kit/time/clock.ts'
import {
  type Copy,
  copyName,
  type DeviceWallet,
  format,
  inOrder,
  isRecord,
  isRow,
  isSame,
  type Listed,
  openRow,
  plain,
  type Row,
  type RowPorts,
  readCopy,
  rowName,
} from './wallet-rows.ts'

export type RecordPorts = RowPorts & {
  readonly rows: RowPorts['rows'] & {
    /** Compare and swap; undefined removes. @returns false if a different value is stored */
    swap(walletId: string, was: unknown, next: Row | undefined): Promise<boolean>
  }
  readonly copy: RowPorts['copy'] & { write(text: string): void }
  seal(name: string, text: string): Promise<string>
  putAside(name: string, value: unknown): Promise<unknown>
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  now(): number
  /** @throws if the device key is unavailable, so data is not mistaken for damaged */
  ready(): Promise<unknown>
  /** value: recovered from the other copy · wallet: some wallet data is lost */
  onDamage(damage: 'value' | 'wallet'): void
}

const goneMs = dayMs

/** Tests for the format of a password-encrypted phrase (vault.ts). */
export const isSealedPhrase = (text: unknown): text is string =>
  typeof text === 'string' && /^p\d+(\.[\w-]+){3}$/.test(text)

async function rowOf(ports: RecordPorts, wallet: Listed): Promise<Row> {
  const sealed = await ports.seal(rowName(wallet.walletId), JSON.stringify(wallet))
  return { format, version: wallet.version, sealed, phrase: wallet.sealedPhrase }
}

function salvaged(walletId: string, row: unknown): Listed {
  const { phrase, version } = isRecord(row) ? row : {}
  return {
    walletId,
    name: walletId,
    hint: '',
    activated: false,
    sealedPhrase: isSealedPhrase(phrase) ? phrase : '',
    version: typeof version === 'number' ? version : 0,
    usedAt: 0,
  }
}

/** Replaces a row, but saves an unreadable one elsewhere first. @returns false if another tab was faster */
async function replace(ports: RecordPorts, was: unknown, wallet: Listed): Promise<boolean> {
  if (was !== undefined && !isRow(was)) await ports.putAside(rowName(wallet.walletId), was)
  else if (isRow(was) && !('gone' in was) && !(await openRow(ports, wallet.walletId, was)))
    await ports.putAside(rowName(wallet.walletId), was)
  return ports.rows.swap(wallet.walletId, was, await rowOf(ports, wallet))
}

/** Chooses the latest readable version from row and copy. */
async function settle(
  ports: RecordPorts,
  walletId: string,
  row: unknown,
  copied: Listed | undefined,
): Promise<Listed | undefined> {
  if (row === undefined && !copied) return undefined
  const isGone = isRow(row) && 'gone' in row
  if (isGone && (copied?.version ?? 0) <= row.version) {
    if (!copied && ports.now() - row.gone > goneMs) await ports.rows.swap(walletId, row, undefined)
    return undefined
  }
  const own = await openRow(ports, walletId, row)
  if (own && own.version >= (copied?.version ?? 0)) return own
  if (row !== undefined && !isGone && !own) ports.onDamage(copied ? 'value' : 'wallet')
  const wallet = copied ?? salvaged(walletId, row)
  const kept = { ...wallet, version: Math.max(wallet.version, 1) }
  await replace(ports, row, kept)
  return kept
}

async function settleOne(ports: RecordPorts, walletId: string): Promise<void> {
  const { wallets } = await readCopy(ports)
  await settle(ports, walletId, (await ports.rows.all()).get(walletId), wallets.get(walletId))
}

async function settleAll(ports: RecordPorts, copy: Copy): Promise<Listed[]> {
  const rows = await ports.rows.all()
  const ids = new Set([...rows.keys(), ...copy.wallets.keys()])
  const wallets = await Promise.all([...ids].map((id) => settle(ports, id, rows.get(id), copy.wallets.get(id))))
  return inOrder(wallets)
}

/**
 * Wallets of a device, one row each. Changes start from the stored row, so a tab changes only the intended wallet. Only `forget` removes a
 * wallet or its sealed phrase.
 */
export function createWalletRecords(ports: RecordPorts) {
  /** Updates the copy of all wallets. If storage is full, only the rows remain. */
  async function writeCopy(): Promise<void> {
    await ports.alone(copyName, async () => {
      const copy = await readCopy(ports)
      const wallets = await settleAll(ports, copy)
      if (!copy.isRight) await ports.putAside(copyName, copy.text)
      if (isSame(wallets, copy)) return
      const text = await ports.seal(copyName, JSON.stringify(wallets))
      try {
        ports.copy.write(text)
      } catch {
        // The next change or start retries this.
      }
    })
  }
  async function load(): Promise<readonly DeviceWallet[]> {
    await ports.ready()
    const copy = await readCopy(ports)
    const wallets = await settleAll(ports, copy)
    if (!copy.isRight) ports.onDamage(wallets.length > 0 ? 'value' : 'wallet')
    if (!isSame(wallets, copy)) await writeCopy()
    return wallets.map(plain)
  }

  /** @param make returns undefined to change nothing @param used moves the wallet to the top */
  async function change(
    walletId: string,
    make: (known: DeviceWallet | undefined) => DeviceWallet | undefined,
    used = false,
  ): Promise<void> {
    await ports.ready()
    for (;;) {
      await settleOne(ports, walletId)
      const row = (await ports.rows.all()).get(walletId)
      const known = await openRow(ports, walletId, row)
      const made = make(known && plain(known))
      if (!made) return
      const version = (isRow(row) ? row.version : 0) + 1
      const usedAt = used ? ports.now() : (known?.usedAt ?? ports.now())
      if (await replace(ports, row, { ...made, walletId, version, usedAt })) break
    }
    await writeCopy()
  }

  async function forget(walletId: string): Promise<void> {
    await ports.ready()
    for (;;) {
      const row = (await ports.rows.all()).get(walletId)
      const copied = (await readCopy(ports)).wallets.get(walletId)
      const version = Math.max(isRow(row) ? row.version : 0, copied?.version ?? 0) + 1
      if (await ports.rows.swap(walletId, row, { format, version, gone: ports.now() })) break
    }
    await writeCopy()
  }
  return { load, change, forget }
}
