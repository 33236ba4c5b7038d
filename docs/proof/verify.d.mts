import type { Kind, Proof, Published, Statement } from '../../proofs/tree/format.ts'

type IsSigned = (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>
export function digestOf(text: string): Promise<string>
export function isSignedBy(text: string, signature: string, publicKey: string): Promise<boolean>
export function readStatement(published: Published, isSigned?: IsSigned): Promise<Statement>
export function checkFollows(
  statement: Statement,
  before: Statement | undefined,
  beforeText: string | undefined,
): Promise<void>
export function checkProof(
  statement: Statement,
  proof: Proof,
  owner: string,
): Promise<Partial<Record<Kind, readonly bigint[]>>>
export function checkWritten(text: string, answer: string): Promise<void>
export function checkHouse(statement: Statement, proofs: readonly Proof[]): Promise<void>
