import { Worker } from 'node:worker_threads'
import { fail } from '#kit/failure.ts'
import { readPicture } from './picture-form.server.ts'
import type { PictureShape } from './picture-terms.ts'
import type { PictureTask } from './picture-thread.server.ts'

/** How long one picture may take; the largest takes about a second. */
const makeMs = 8_000
/** Pictures that may wait in each line for the one under way: what is unpacked takes up to 200 MB, so one at a time. */
const waitingMax = 7

/** Pictures of wallets with an open dispute are made before all others. */
export type PictureLine = 'dispute' | 'any'
const waiting: Record<PictureLine, (() => void)[]> = { dispute: [], any: [] }
let busy = false

async function takeTurn(line: PictureLine): Promise<void> {
  if (waiting[line].length >= waitingMax) fail('request.busy')
  if (busy) await new Promise<void>((start) => waiting[line].push(start))
  busy = true
}

/** The next one begins in the same step: nobody comes in between. */
function endTurn(): void {
  const next = waiting.dispute.shift() ?? waiting.any.shift()
  if (next) next()
  else busy = false
}

type Choices = { readonly longestMs?: number; readonly line?: PictureLine }

/**
 * Makes the picture that is kept out of a file from outside: a WebP of its own, of nothing but the pixels, made no larger than its shape says.
 * @throws upload.illegal where it is not a picture we take, upload.image_failed where it is damaged, upload.failed where it takes too
 * long, request.busy
 */
export async function makePicture(
  file: Uint8Array,
  shape: PictureShape,
  { longestMs = makeMs, line = 'any' }: Choices = {},
): Promise<Uint8Array> {
  const { type, bytes } = readPicture(file)
  await takeTurn(line)
  try {
    return await inThread({ type, bytes, shape }, longestMs)
  } finally {
    endTurn()
  }
}

async function inThread(task: PictureTask, longestMs: number): Promise<Uint8Array> {
  const thread = new Worker(new URL('./picture-thread.server.ts', import.meta.url), {
    workerData: task,
    // Nothing of ours is handed to it, and what it says is not for a log.
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
