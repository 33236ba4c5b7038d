/** Each picture gets a worker, which decodes untrusted data only in WebAssembly and then ends. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { PictureType } from './picture-form.server.ts'
import { type Pixels, scaled } from './picture-scale.ts'
import type { PictureShape } from './picture-terms.ts'

export type PictureTask = { readonly type: PictureType; readonly bytes: Uint8Array; readonly shape: PictureShape }

type Decoder = {
  init(module: object, options?: { printErr(line: string): void }): Promise<unknown>
  default(bytes: ArrayBuffer, options?: { preserveOrientation: boolean }): Promise<Pixels | null>
}
type Encoder = {
  init(module: object): Promise<unknown>
  default(pixels: Pixels, options: { quality: number }): Promise<ArrayBuffer>
}

const { WebAssembly } = globalThis as unknown as { WebAssembly: { compile(bytes: Uint8Array): Promise<object> } }
const require = createRequire(import.meta.url)
const compile = async (path: string) => WebAssembly.compile(new Uint8Array(await readFile(require.resolve(path))))

const decoders = {
  jpeg: ['@jsquash/jpeg/decode.js', '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'],
  png: ['@jsquash/png/decode.js', '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'],
  webp: ['@jsquash/webp/decode.js', '@jsquash/webp/codec/dec/webp_dec.wasm'],
} as const
const quality = 82

/** @throws if the picture is damaged */
async function make({ type, bytes, shape }: PictureTask): Promise<Uint8Array> {
  const [code, module] = decoders[type]
  const decoder = (await import(code)) as Decoder
  const said: string[] = []
  await decoder.init(await compile(module), { printErr: (line) => void said.push(line) })
  const pixels = await decoder.default(new Uint8Array(bytes).buffer, { preserveOrientation: true })
  if (!pixels || said.length > 0) throw new Error('the picture is damaged')
  const encoder = (await import('@jsquash/webp/encode.js')) as unknown as Encoder
  await encoder.init(await compile('@jsquash/webp/codec/enc/webp_enc_simd.wasm'))
  return new Uint8Array(await encoder.default(scaled(pixels, shape), { quality }))
}

make(workerData as PictureTask).then(
  (bytes) => parentPort?.postMessage(bytes),
  () => parentPort?.postMessage(undefined),
)
