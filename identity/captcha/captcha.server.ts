import { createHmac, timingSafeEqual } from 'node:crypto'
import { networkOf } from '#kit/caller.ts'
import { fail } from '#kit/failure.ts'
import type { Secrets } from '#kit/store/secrets.store.ts'
import { randomBytes } from '#kit/text/random.ts'
import { holeFrom, picture, puzzleLifeMs, solutionLifeMs } from './captcha.ts'

export type PuzzleCaller = { readonly secrets: Secrets; readonly ip: string; readonly wall: Date }

export type Puzzle = {
  readonly key: string
  readonly madeAt: Date
  readonly x: number
  readonly y: number
}

/** Bytes of the creation time (milliseconds) and of the whole key; the rest is random. */
const [momentBytes, keyBytes] = [6, 16]
const edge = 12

const macOf = ({ captchaKey }: Secrets, use: string, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', captchaKey)
    .update([use, ...parts].join('\n'))
    .digest()

const same = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/** Proves that we issued the key to this network. Contains no answer. */
const secretOf = ({ secrets, ip }: PuzzleCaller, key: string): Buffer => macOf(secrets, 'secret', networkOf(ip), key)

export const madeAtOf = (key: string): Date => new Date(Buffer.from(key, 'base64url').readUIntBE(0, momentBytes))

function puzzleOf(secrets: Secrets, key: string): Puzzle {
  const drawn = macOf(secrets, 'hole', key)
  const place = (at: number, from: number, to: number) => from + (drawn.readUInt32BE(at) % (to - from + 1))
  return {
    key,
    madeAt: madeAtOf(key),
    x: place(0, holeFrom, picture.width - picture.piece - edge),
    y: place(4, edge, picture.height - picture.piece - edge),
  }
}

/** Stateless: the puzzle is derived from its key and our secret. */
export function makePuzzle(caller: PuzzleCaller): Puzzle & { readonly secret: string } {
  const bytes = Buffer.from(randomBytes(keyBytes))
  bytes.writeUIntBE(caller.wall.getTime(), 0, momentBytes)
  const key = bytes.toString('base64url')
  return { ...puzzleOf(caller.secrets, key), secret: secretOf(caller, key).toString('base64url') }
}

const isKey = (key: string): boolean => {
  const bytes = Buffer.from(key, 'base64url')
  return bytes.length === keyBytes && bytes.toString('base64url') === key
}

/** @throws captcha.sign_wrong, captcha.sign_expired */
export function readPuzzle(caller: PuzzleCaller, { key, secret }: { key: string; secret: string }): Puzzle {
  if (!isKey(key) || !same(Buffer.from(secret, 'base64url'), secretOf(caller, key))) fail('captcha.sign_wrong')
  const puzzle = puzzleOf(caller.secrets, key)
  if (caller.wall.getTime() - puzzle.madeAt.getTime() > puzzleLifeMs) fail('captcha.sign_expired')
  return puzzle
}

const signOf = ({ secrets, ip }: PuzzleCaller, key: string, moment: Buffer): Buffer =>
  Buffer.concat([moment, macOf(secrets, 'sign', networkOf(ip), key, moment.toString('hex'))])

export function signSolution(caller: PuzzleCaller, key: string): string {
  const moment = Buffer.alloc(momentBytes)
  moment.writeUIntBE(caller.wall.getTime(), 0, momentBytes)
  return signOf(caller, key, moment).toString('base64url')
}

export type GivenSolution = { readonly checkKey: string; readonly checkSign: string }

/** Does not check reuse; `spendSolution` does. @throws captcha.sign_wrong, captcha.sign_expired */
export function readSolution(caller: PuzzleCaller, { checkKey, checkSign }: GivenSolution): void {
  const given = Buffer.from(checkSign, 'base64url')
  const moment = given.subarray(0, momentBytes)
  if (!isKey(checkKey) || given.length <= momentBytes) fail('captcha.sign_wrong')
  if (!same(given, signOf(caller, checkKey, moment))) fail('captcha.sign_wrong')
  if (caller.wall.getTime() - moment.readUIntBE(0, momentBytes) > solutionLifeMs) fail('captcha.sign_expired')
}
