import { readList } from '#kit/amount/exact.ts'
import type { Proof, Statement } from '#proofs/tree/format.ts'
import { checkFollows, checkHouse, readStatement } from '../../docs/proof/verify.mjs'
import type { PublishedDay } from './checks/own-proof.ts'

export type PublicQuestion = {
  readonly statements: readonly PublishedDay[]
  /** A day whose statement differs from this device's copy. */
  readonly changed?: string | undefined
  readonly house: string
}
export type PublicAnswer =
  /** `isWhole`: verified from the first statement. */
  | { readonly is: 'right'; readonly statements: number; readonly accounts: number; readonly isWhole: boolean }
  | { readonly is: 'wrong'; readonly detail: string }

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>

/** Checks the statement's sums, company accounts in its tree, and the chain of statements by one key. */
export async function checkPublic(
  { statements, changed, house }: PublicQuestion,
  isSigned: IsSigned,
): Promise<PublicAnswer> {
  const [latest] = statements
  if (!latest) return { is: 'wrong', detail: 'no statement' }
  if (changed) return { is: 'wrong', detail: `${changed} is not the one this device kept` }
  try {
    const proofs = readList(house) as readonly Proof[]
    await checkHouse(await readStatement(latest, isSigned), proofs)
    let next: Statement | undefined
    for (const published of statements) {
      if (published.publicKey !== latest.publicKey) return { is: 'wrong', detail: 'another key' }
      const statement = await readStatement(published, isSigned)
      if (next) await checkFollows(next, statement, published.text)
      next = statement
    }
    const isWhole = next !== undefined && /^0+$/.test(next.previous)
    return { is: 'right', statements: statements.length, accounts: proofs.length, isWhole }
  } catch (error) {
    return { is: 'wrong', detail: (error as Error).message }
  }
}
