import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import { fail } from '#kit/failure.ts'
import { readPicture } from './picture-form.server.ts'
import type { PictureShape } from './picture-terms.ts'
import type { PictureTask } from './picture-thread.server.ts'

/** Timeout per picture. The largest take about a second. */
const makeMs = 8_000
/** Maximum pictures waiting per queue. Decoding takes up to 200 MB, so one runs at a time. */
const waitingMax = 7

const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
const require = createRequire(import.meta.url)
const compiled = new Map<string, Promise<object>>()
/** Compiled once per process. Workers share the code. */
function compile(path: string): Promise<object> {
  const known = compiled.get(path) ?? readFile(require.resolve(path)).then((bytes) => WebAssembly.compile(bytes))
  compiled.set(path, known)
  return known
}

const decoders = {
  jpeg: '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm',
  png: '@jsquash/png/codec/pkg/squoosh_png_bg.wasm',
  webp: '@jsquash/webp/codec/dec/webp_dec.wasm',
} as const
const encoder = '@jsquash/webp/codec/enc/webp_enc_simd.wasm'

export type PictureLine = 'dispute' | 'any'
const waiting: Record<PictureLine, (() => void)[]> = { dispute: [], any: [] }
let busy = false

async function takeTurn(line: PictureLine): Promise<void> {
  if (waiting[line].length >= waitingMax) fail('request.busy')
  if (busy) await new Promise<void>((start) => waiting[line].push(start))
  busy = true
}

function endTurn(): void {
  const next = waiting.dispute.shift() ?? waiting.any.shift()
  if (next) next()
  else busy = false
}

type Choices = { readonly longestMs?: number; readonly line?: PictureLine }

/**
 * Encodes the pixels as a new WebP within the shape's limits. @throws upload.illegal if unsupported, upload.image_failed if damaged,
 * upload.failed on timeout, request.busy
 */
export async function makePicture(
  file: Uint8Array,
  shape: PictureShape,
  { longestMs = makeMs, line = 'any' }: Choices = {},
): Promise<Uint8Array> {
  const { type, bytes } = readPicture(file)
  await takeTurn(line)
  try {
    const codecs = { decoder: await compile(decoders[type]), encoder: await compile(encoder) }
    return await inThread({ type, bytes, shape, codecs }, longestMs)
  } finally {
    endTurn()
  }
}

async function inThread(task: PictureTask, longestMs: number): Promise<Uint8Array> {
  const thread = new Worker(new URL('./picture-thread.server.ts', import.meta.url), {
    workerData: task,
    // The worker gets no environment, and its output is not logged.
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  })
  const ended = new Promise<Uint8Array | 'damaged' | 'late'>((done) => {
    const late = setTimeout(() => done('late'), longestMs)
    thread.once('message', (bytes: Uint8Array | undefined) => done(bytes ?? 'damaged'))
    thread.once('error', () => done('damaged'))
    thread.once('exit', () => {
      clearTimeout(late)
      done('damaged')
    })
  })
  const outcome = await ended
  await thread.terminate()
  if (outcome === 'late') fail('upload.failed')
  return outcome === 'damaged' ? fail('upload.image_failed') : outcome
}
