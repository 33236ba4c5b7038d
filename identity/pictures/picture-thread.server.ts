/** Each picture gets a worker, which decodes untrusted data only in WebAssembly and then ends. */
import { parentPort, workerData } from 'node:worker_threads'
import type { PictureType } from './picture-form.server.ts'
import { type Pixels, scaled } from './picture-scale.ts'
import type { PictureShape } from './picture-terms.ts'

export type PictureTask = {
  readonly type: PictureType
  readonly bytes: Uint8Array
  readonly shape: PictureShape
  /** Compiled WebAssembly. */
  readonly codecs: { readonly decoder: object; readonly encoder: object }
}

type Decoder = {
  init(module: object, options?: { printErr(line: string): void }): Promise<unknown>
  default(bytes: ArrayBuffer, options?: { preserveOrientation: boolean }): Promise<Pixels | null>
}
type Encoder = {
  init(module: object): Promise<unknown>
  default(pixels: Pixels, options: { quality: number }): Promise<ArrayBuffer>
}

const decoders = {
  jpeg: '@jsquash/jpeg/decode.js',
  png: '@jsquash/png/decode.js',
  webp: '@jsquash/webp/decode.js',
} as const
const quality = 82

/** @throws if the picture is damaged */
async function make({ type, bytes, shape, codecs }: PictureTask): Promise<Uint8Array> {
  const decoder = (await import(decoders[type])) as Decoder
  const said: string[] = []
  await decoder.init(codecs.decoder, { printErr: (line) => void said.push(line) })
  const pixels = await decoder.default(new Uint8Array(bytes).buffer, { preserveOrientation: true })
  if (!pixels || said.length > 0) throw new Error('the picture is damaged')
  const encoder = (await import('@jsquash/webp/encode.js')) as unknown as Encoder
  await encoder.init(codecs.encoder)
  return new Uint8Array(await encoder.default(scaled(pixels, shape), { quality }))
}

make(workerData as PictureTask).then(
  (bytes) => parentPort?.postMessage(bytes),
  () => parentPort?.postMessage(undefined),
)
