import { argon2id } from 'hash-wasm'

/** argon2id with 19,456 KiB, two passes, one lane. About 80 ms on a phone. */
const cost = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32, outputType: 'binary' } as const

/** In a separate file, so only this library function is loaded. */
export const stretchPassword = async (password: string, salt: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await argon2id({ ...cost, password, salt }))
