import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SignedPayment } from './acts/signer-payments.ts'
import type { SignedReserves } from './acts/signer-reserves.ts'
import type { JournalWatermark } from './journal/signer-watermark.ts'
import type { CertifiedDeposit, PublicKeys, Signer, SignerMemory } from './signer.ts'
import { readQuery } from './signer-queries.ts'
import { DayIsFull, NeedsApproval, SignerRefused } from './signer-refused.ts'

type Method = keyof Signer
type Answer = {
  readonly result?: unknown
  readonly refused?: string
  /** day: retry later · approval: retry with approvals */
  readonly kind?: 'day' | 'approval'
  readonly error?: string
}

const questionBytesMax = 100_000
const answerWithinMs = 10_000

/** Operating systems allow about 100 bytes. */
const pathBytesMax = 100

/** Only the signer's user may connect. */
export function signerSocket(dataDir: string): string {
  const short = createHash('sha256').update(dataDir).digest('hex').slice(0, 20)
  if (process.platform === 'win32') return `\\\\.\\pipe\\glasshouse-signer-${short}`
  const path = join(dataDir, 'signer', 'signer.sock')
  if (Buffer.byteLength(path) <= pathBytesMax) return path
  return join(tmpdir(), `glasshouse-${process.getuid?.() ?? 0}-${short}`, 'signer.sock')
}

/** @throws if a different user owns it. */
function prepareFolder(path: string): void {
  const folder = join(path, '..')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(folder)
  if (uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user`)
  chmodSync(folder, 0o700)
  rmSync(path, { force: true })
}

/** @throws if the line ends early or is too long. */
function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      text += part
      if (text.length > questionBytesMax) socket.destroy(new Error('the line is too long'))
      const end = text.indexOf('\n')
      if (end >= 0) resolve(text.slice(0, end))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection ended without an answer')))
  })
}

async function answerOf(signer: Signer, line: string): Promise<Answer> {
  try {
    const { method, params } = readQuery(JSON.parse(line))
    const call = signer[method] as (...given: readonly unknown[]) => Promise<unknown>
    return { result: (await call(...params)) ?? null }
  } catch (error) {
    if (error instanceof DayIsFull) return { refused: error.message, kind: 'day' }
    if (error instanceof NeedsApproval) return { refused: error.message, kind: 'approval' }
    if (error instanceof SignerRefused) return { refused: error.message }
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

export async function serveSigner(signer: Signer, path: string): Promise<{ stop(): Promise<void> }> {
  if (process.platform !== 'win32') prepareFolder(path)
  const server = createServer((socket) => {
    readLine(socket)
      .then((line) => answerOf(signer, line))
      .then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
      .catch(() => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return { stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

function refusalOf(reason: string, kind: Answer['kind']): SignerRefused {
  if (kind === 'day') return new DayIsFull(reason)
  return kind === 'approval' ? new NeedsApproval(reason) : new SignerRefused(reason)
}

async function ask(path: string, method: Method, params: readonly unknown[]): Promise<unknown> {
  const socket = connect(path)
  socket.setTimeout(answerWithinMs, () => socket.destroy(new Error('the signer does not answer')))
  socket.write(`${JSON.stringify({ method, params })}\n`)
  try {
    const { result, refused, kind, error } = JSON.parse(await readLine(socket)) as Answer
    if (refused !== undefined) throw refusalOf(refused, kind)
    if (error !== undefined) throw new Error(`signer: ${error}`)
    return result
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT' && code !== 'ECONNREFUSED') throw error
    throw new Error(`no signer listens at ${path}: start it with the same DATA_DIR`, { cause: error })
  } finally {
    socket.destroy()
  }
}

/** One connection per call, so either side may restart anytime. */
export function signerAt(path: string): Signer {
  return {
    publicKeys: async () => (await ask(path, 'publicKeys', [])) as PublicKeys,
    pinNetwork: async (network) => {
      await ask(path, 'pinNetwork', [network])
    },
    pinHolders: async (holders) => (await ask(path, 'pinHolders', [holders])) as readonly string[],
    memory: async () => (await ask(path, 'memory', [])) as SignerMemory,
    mark: async (known) => (await ask(path, 'mark', known ? [known] : [])) as JournalWatermark,
    pinDestination: async (certificate, successions) => {
      await ask(path, 'pinDestination', [certificate, successions])
    },
    askChange: async (certificate, successions) => (await ask(path, 'askChange', [certificate, successions])) as number,
    dropChange: async (certificate) => {
      await ask(path, 'dropChange', [certificate])
    },
    certifyDeposit: async (asked) => (await ask(path, 'certifyDeposit', [asked])) as CertifiedDeposit,
    signStop: async (intent) => (await ask(path, 'signStop', [intent])) as SignedPayment,
    signSweep: async (intent) => (await ask(path, 'signSweep', [intent])) as SignedPayment,
    signReserves: async (intent) => (await ask(path, 'signReserves', [intent])) as SignedReserves,
    signRoot: async (intent) => (await ask(path, 'signRoot', [intent])) as SignedPayment,
    signTronSweep: async (intent) => (await ask(path, 'signTronSweep', [intent])) as SignedPayment,
    signReturn: async (intent) => (await ask(path, 'signReturn', [intent])) as SignedPayment,
    signWithdrawal: async (intent) => (await ask(path, 'signWithdrawal', [intent])) as SignedPayment,
  }
}
