import { expect } from '#kit/expect.ts'
import type { Sql } from '#kit/store/db.ts'
import type { Proof, Statement } from '../tree/format.ts'
import { blockLog2, proofOf } from '../tree/tree.server.ts'
import { findOwnLeaves, type KeptDay, loadBlocks } from './proofs.store.ts'

export async function findProof(sql: Sql, kept: KeptDay, owner: string): Promise<Proof | undefined> {
  const own = await findOwnLeaves(sql, kept.day, owner)
  if (!own) return undefined
  const { assets, epoch } = JSON.parse(kept.text) as Statement
  const blocks = await loadBlocks(
    sql,
    kept.day,
    own.places.map((place) => place >> blockLog2),
  )
  const block = (number: number): Buffer => {
    const leaves = blocks.get(number)
    expect(leaves, 'blocks and owners of a day are kept together')
    return leaves
  }
  return proofOf({ own, block, blockTops: Buffer.from(kept.blockTops), epoch, assets, seed: kept.seed })
}

export async function companyProofs(sql: Sql, kept: KeptDay): Promise<Proof[]> {
  const { house } = JSON.parse(kept.text) as Statement
  const proofs: Proof[] = []
  for (const owner of new Set(house.map((account) => account.owner))) {
    const proof = await findProof(sql, kept, owner)
    if (proof) proofs.push(proof)
  }
  return proofs
}
