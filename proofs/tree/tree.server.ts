import { hash } from 'node:crypto'
import { expect } from '#kit/expect.ts'
import { type Kind, kinds, type Proof } from './format.ts'
import { hashInto, pathUp, readAmounts, topOf, widthOf, writeAmount } from './nodes.server.ts'
import { nonceOf, type RandomStream, randomStreamOf, shuffled } from './random-stream.server.ts'

/** A proof reads one block per leaf, never the whole tree. */
export const blockLog2 = 10
const blockLeaves = 1 << blockLog2
/** Pads smaller trees with empty leaves, because fewer leaves would reveal too much. */
const minLog2 = 10
/** Minimum leaves per wallet, so a sibling never shows a whole balance. */
const chunksMin = 4

export type TreeTerms = { readonly epoch: string; readonly assets: readonly string[]; readonly seed: Uint8Array }
/** One amount per coin. */
export type Owed = ReadonlyMap<Kind, readonly bigint[]>

export type OwnLeaves = {
  readonly owner: string
  /** Index of the first leaf, in insertion order. */
  readonly first: number
  readonly kinds: readonly Kind[]
  readonly places: readonly number[]
}
export type Tree = {
  readonly log2: number
  readonly root: string
  readonly sums: readonly bigint[]
  /** Hash and sums of each leaf. */
  readonly leaves: Buffer
  readonly blockTops: Buffer
  /** In insertion order. */
  readonly owners: Iterable<OwnLeaves>
}

const leafTag = Buffer.from('POL1:leaf\0')
const digest = (text: string): Buffer => hash('sha256', text, 'buffer')
export const headOf = (epoch: string, assets: readonly string[]): Buffer =>
  digest(JSON.stringify({ v: 'POL1', epoch, assets }))

const kindNames = Object.keys(kinds) as Kind[]
const nameOf = new Map<number, Kind>(kindNames.map((name) => [kinds[name], name]))

function leafList({ epoch, assets }: TreeTerms) {
  const width = widthOf(assets.length)
  const at = { head: leafTag.length, owner: leafTag.length + 32, kind: leafTag.length + 64, nonce: leafTag.length + 66 }
  const preimage = Buffer.alloc(at.nonce + width)
  leafTag.copy(preimage)
  headOf(epoch, assets).copy(preimage, at.head)
  let nodes = Buffer.alloc(blockLeaves * width)
  let kindsOf = Buffer.alloc(blockLeaves)
  let count = 0
  return {
    count: () => count,
    kind: (leaf: number): Kind => nameOf.get(kindsOf[leaf] as number) as Kind,
    beginOwner: (owner: string): void => void digest(owner).copy(preimage, at.owner),
    add(kind: Kind, number: number, nonce: Buffer, amounts: readonly bigint[]): void {
      if (count * width === nodes.length) {
        nodes = Buffer.concat([nodes, Buffer.alloc(nodes.length)])
        kindsOf = Buffer.concat([kindsOf, Buffer.alloc(kindsOf.length)])
      }
      preimage[at.kind] = kinds[kind]
      preimage[at.kind + 1] = number
      nonce.copy(preimage, at.nonce)
      for (const [coin, amount] of amounts.entries()) writeAmount(preimage, at.nonce + 32 + 16 * coin, amount)
      hashInto(nodes, count * width, preimage)
      preimage.copy(nodes, count * width + 32, at.nonce + 32)
      kindsOf[count] = kinds[kind]
      count += 1
    },
    /** Puts leaves at their positions, and random leaves elsewhere. Call once. */
    placed(places: Uint32Array, padding: RandomStream): Buffer {
      const leaves = Buffer.alloc(places.length * width)
      for (const [leaf, place] of places.entries())
        if (leaf < count) nodes.copy(leaves, place * width, leaf * width, (leaf + 1) * width)
        else padding.next(32).copy(leaves, place * width)
      nodes = Buffer.alloc(0)
      return leaves
    },
  }
}
type LeafList = ReturnType<typeof leafList>

/** @param chunks minimum leaves per owner; at least one per kind. */
function addOwner(leaves: LeafList, nonces: RandomStream, owed: Owed, chunks: number): void {
  let left = owed.size
  let free = Math.max(0, chunks - owed.size)
  let number = 0
  for (const [kind, amounts] of owed) {
    const more = Math.ceil(free / left)
    let rest = amounts
    for (let pieces = more; pieces >= 0; pieces -= 1) {
      const nonce = nonces.next(32)
      const piece = pieces === 0 ? rest : rest.map((amount, coin) => shareOf(amount, nonce, coin))
      leaves.add(kind, number, nonce, piece)
      if (pieces > 0) rest = rest.map((amount, coin) => amount - (piece[coin] as bigint))
      number += 1
    }
    free -= more
    left -= 1
  }
}

/** Uses about 250 bytes of memory per leaf. */
export function treeBuilder(terms: TreeTerms) {
  const { epoch, assets, seed } = terms
  const coins = assets.length
  const nonces = randomStreamOf(seed, `nonce|${epoch}`)
  const list = leafList(terms)
  const owners: string[] = []
  const firsts: number[] = []

  function* ownLeaves(places: Uint32Array): Generator<OwnLeaves> {
    for (const [index, owner] of owners.entries()) {
      const first = firsts[index] as number
      const own = Array.from({ length: (firsts[index + 1] ?? list.count()) - first }, (_, leaf) => first + leaf)
      yield { owner, first, kinds: own.map(list.kind), places: own.map((leaf) => places[leaf] as number) }
    }
  }

  return {
    add(owner: string, owed: Owed, chunks = chunksMin): void {
      expect(owed.size > 0 && owed.size <= 255, 'somebody is owed something of a kind or more')
      owners.push(owner)
      firsts.push(list.count())
      list.beginOwner(owner)
      addOwner(list, nonces, owed, chunks)
    },

    /** Call once. */
    finish(): Tree {
      let log2 = minLog2
      while (2 ** log2 < list.count()) log2 += 1
      const places = shuffled(seed, epoch, 2 ** log2)
      const leaves = list.placed(places, randomStreamOf(seed, `padding|${epoch}`))
      const width = widthOf(coins)
      const blockTops = Buffer.alloc((2 ** log2 / blockLeaves) * width)
      for (let block = 0; block * width < blockTops.length; block += 1)
        topOf(blockOf(leaves, block, coins), coins).copy(blockTops, block * width)
      const top = topOf(blockTops, coins)
      const owned = { [Symbol.iterator]: () => ownLeaves(places) }
      return {
        log2,
        root: top.toString('hex', 0, 32),
        sums: readAmounts(top, 32, coins),
        leaves,
        blockTops,
        owners: owned,
      }
    },
  }
}

/** A random part of the amount, from 0 to less than all, rounded down. */
const shareOf = (amount: bigint, nonce: Buffer, coin: number): bigint =>
  (amount * BigInt(nonce.readUInt32BE((coin * 4) % 32))) >> 32n

export const blockOf = (leaves: Buffer, block: number, coins: number): Buffer =>
  leaves.subarray(block * blockLeaves * widthOf(coins), (block + 1) * blockLeaves * widthOf(coins))

export type ProofParts = TreeTerms & {
  readonly own: OwnLeaves
  readonly blockTops: Buffer
  readonly block: (number: number) => Buffer
}

export function proofOf({ own, block, blockTops, epoch, assets, seed }: ProofParts): Proof {
  const coins = assets.length
  const width = widthOf(coins)
  const leaves = own.places.map((place, number) => {
    const leavesOf = block(place >> blockLog2)
    const within = place % blockLeaves
    return {
      place,
      kind: own.kinds[number] as Kind,
      nonce: nonceOf(seed, epoch, own.first + number).toString('hex'),
      amounts: readAmounts(leavesOf, within * width + 32, coins).map(String),
      path: [...pathUp(leavesOf, within, coins), ...pathUp(blockTops, place >> blockLog2, coins)],
    }
  })
  return { v: 'POL1', owner: own.owner, leaves }
}
