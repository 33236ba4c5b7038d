import { hash } from 'node:crypto'

/** A node is its hash (32 bytes) and, per coin, a 16-byte big-endian sum. */
export const widthOf = (coins: number): number => 32 + 16 * coins

/** A `binary` string digest is twice as fast as a buffer. */
export function hashInto(into: Buffer, at: number, preimage: Buffer): void {
  into.write(hash('sha256', preimage, 'binary'), at, 32, 'binary')
}

const nodeTag = Buffer.from('POL1:node\0')

/** Adds sums of 16 bytes. @throws on overflow, because verifiers would reject the tree */
function addSums(from: Buffer, one: number, other: number, into: Buffer, to: number, coins: number): void {
  for (let coin = 0; coin < coins; coin += 1) {
    let carry = 0
    for (let byte = coin * 16 + 15; byte >= coin * 16; byte -= 1) {
      const sum = (from[one + byte] as number) + (from[other + byte] as number) + carry
      into[to + byte] = sum & 255
      carry = sum >> 8
    }
    if (carry > 0) throw new Error('a sum of the tree does not fit 16 bytes')
  }
}

export function levelAbove(level: Buffer, coins: number): Buffer {
  const width = widthOf(coins)
  const above = Buffer.alloc(level.length / 2)
  const preimage = Buffer.alloc(nodeTag.length + 2 * width)
  nodeTag.copy(preimage)
  for (let at = 0, to = 0; at < level.length; at += 2 * width, to += width) {
    level.copy(preimage, nodeTag.length, at, at + 2 * width)
    hashInto(above, to, preimage)
    addSums(level, at + 32, at + width + 32, above, to + 32, coins)
  }
  return above
}

export function topOf(level: Buffer, coins: number): Buffer {
  let nodes = level
  while (nodes.length > widthOf(coins)) nodes = levelAbove(nodes, coins)
  return nodes
}

export function pathUp(level: Buffer, place: number, coins: number): string[] {
  const width = widthOf(coins)
  const path: string[] = []
  for (let nodes = level, at = place; nodes.length > width; nodes = levelAbove(nodes, coins), at >>= 1) {
    const sibling = (at ^ 1) * width
    path.push(nodes.toString('base64url', sibling, sibling + width))
  }
  return path
}

export function writeAmount(into: Buffer, at: number, amount: bigint): void {
  if (amount < 0n || amount >> 127n !== 0n) throw new Error('an amount of a leaf is below zero, or does not fit')
  into.writeBigUInt64BE(amount >> 64n, at)
  into.writeBigUInt64BE(BigInt.asUintN(64, amount), at + 8)
}
export const readAmount = (from: Buffer, at: number): bigint =>
  (from.readBigUInt64BE(at) << 64n) | from.readBigUInt64BE(at + 8)
export const readAmounts = (from: Buffer, at: number, coins: number): bigint[] =>
  Array.from({ length: coins }, (_, coin) => readAmount(from, at + 16 * coin))
