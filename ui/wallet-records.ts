import { dayMs } from '#kit/clock.ts'
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

/** What the records need of the device they lie on. */
export type RecordPorts = RowPorts & {
  /** A database whose changes other tabs wait for. */
  readonly rows: RowPorts['rows'] & {
    /** Puts `next` in place of what is like `was`; undefined removes. @returns false where something else is kept by now */
    swap(walletId: string, was: unknown, next: Row | undefined): Promise<boolean>
  }
  readonly copy: RowPorts['copy'] & { write(text: string): void }
  seal(name: string, text: string): Promise<string>
  /** Keeps what cannot be read where nothing takes its place. */
  putAside(name: string, value: unknown): Promise<unknown>
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  now(): number
  /** Waits for the key of the device. @throws where it cannot be had, so that nothing is taken for damaged */
  ready(): Promise<unknown>
  /** value: everything is still there, from the other copy · wallet: something of a wallet is not */
  onDamage(damage: 'value' | 'wallet'): void
}

/** How long a removed wallet is remembered as removed: no copy that another tab is still writing may bring it back. */
const goneMs = dayMs

/** Whether a text has the form of words sealed with a password (vault.ts). */
export const isSealedPhrase = (text: unknown): text is string =>
  typeof text === 'string' && /^p\d+(\.[\w-]+){3}$/.test(text)

async function rowOf(ports: RecordPorts, wallet: Listed): Promise<Row> {
  const sealed = await ports.seal(rowName(wallet.walletId), JSON.stringify(wallet))
  return { format, version: wallet.version, sealed, phrase: wallet.sealedPhrase }
}

/** What is left of a row that cannot be opened: its ID, and its words where they are in the open. */
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

/** Puts a wallet in place of a row. A row that cannot be read is put aside first. @returns false where another tab was quicker */
async function replace(ports: RecordPorts, was: unknown, wallet: Listed): Promise<boolean> {
  if (was !== undefined && !isRow(was)) await ports.putAside(rowName(wallet.walletId), was)
  else if (isRow(was) && !('gone' in was) && !(await openRow(ports, wallet.walletId, was)))
    await ports.putAside(rowName(wallet.walletId), was)
  return ports.rows.swap(wallet.walletId, was, await rowOf(ports, wallet))
}

/** One wallet, from its row and the copy: the one that was changed last, of those that can be read. */
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

/** Makes sure that the row of a wallet says what is known of it. */
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
 * The wallets of a device. Each is a row of its own, changed from what the row is at that moment, so a tab changes the wallet it means and
 * no other, whatever it knew of them. Nothing but `forget` removes a wallet or its sealed words.
 */
export function createWalletRecords(ports: RecordPorts) {
  /** Writes the copy from the rows. Where the device is full the rows alone remain. */
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
        // Written again with the next change, or at the next start.
      }
    })
  }
  /** All wallets, the last used first; what only one of the two copies knows is in both afterwards. */
  async function load(): Promise<readonly DeviceWallet[]> {
    await ports.ready()
    const copy = await readCopy(ports)
    const wallets = await settleAll(ports, copy)
    if (!copy.isRight) ports.onDamage(wallets.length > 0 ? 'value' : 'wallet')
    if (!isSame(wallets, copy)) await writeCopy()
    return wallets.map(plain)
  }

  /**
   * Changes one wallet, from what is kept of it now.
   * @param make undefined leaves everything as it is @param used whether it goes to the top of the list
   */
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

  /** Removes a wallet and its words from this device, for good. */
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
