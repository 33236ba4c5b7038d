import { createCipheriv, createHmac } from 'node:crypto'

/** All secrets derive from the 32-byte seed, so a tree can be rebuilt. Each stream is AES-256 in counter mode with its own key. */
export type RandomStream = { next(bytes: number): Buffer }

const pieceBytes = 16_384

export function randomStreamOf(seed: Uint8Array, name: string, fromByte = 0): RandomStream {
  if (fromByte % 16 !== 0) throw new Error('a stream is entered at a whole block')
  const counter = Buffer.alloc(16)
  counter.writeBigUInt64BE(BigInt(fromByte / 16), 8)
  const cipher = createCipheriv('aes-256-ctr', createHmac('sha256', seed).update(name).digest(), counter)
  const isEntered = fromByte > 0
  let piece = Buffer.alloc(0)
  let used = 0
  return {
    next(bytes) {
      if (used + bytes > piece.length) {
        const wanted = Math.max(bytes, isEntered ? 0 : pieceBytes)
        piece = Buffer.concat([piece.subarray(used), cipher.update(Buffer.alloc(wanted))])
        used = 0
      }
      used += bytes
      return piece.subarray(used - bytes, used)
    },
  }
}

/** `leaf`: index in insertion order. */
export const nonceOf = (seed: Uint8Array, epoch: string, leaf: number): Buffer =>
  randomStreamOf(seed, `nonce|${epoch}`, leaf * 32).next(32)

export function shuffled(seed: Uint8Array, epoch: string, count: number): Uint32Array {
  const places = Uint32Array.from({ length: count }, (_, place) => place)
  const chance = randomStreamOf(seed, `places|${epoch}`).next(count * 4)
  for (let last = count - 1; last > 0; last -= 1) {
    // Rounded down. The bias is below 1 in 1,000 at a million leaves, and reveals no leaf's position.
    const other = Math.floor((chance.readUInt32LE(last * 4) / 2 ** 32) * (last + 1))
    const kept = places[last] as number
    places[last] = places[other] as number
    places[other] = kept
  }
  return places
}
