import { checkFollows, digestOf, readStatement } from '../../docs/proof/verify.mjs'
import { readReserves } from '../../docs/proof/verify-reserves.mjs'
import { hotText } from '../reserves/reserves.ts'
import type { Published, Statement } from './format.ts'

/** Other code writes the texts to sign. These checks ensure that each key signs only valid texts of its purpose. */

const toSign = (text: string): Published => ({ text, signature: '', publicKey: '' })
const isUnsigned = (): boolean => true

const read = (text: string): Promise<Statement> => readStatement(toSign(text), isUnsigned)

/** @param before the last signed statement. @throws unless the text is its day's statement, adds up and follows the last one */
export async function expectStatement(
  { day, text, hash }: { readonly day: string; readonly text: string; readonly hash: string },
  before: string | undefined,
): Promise<void> {
  const said = await read(text)
  if (said.day !== day || (await digestOf(text)) !== hash) throw new Error(`the statement of ${day} is another day's`)
  await checkFollows(said, before === undefined ? undefined : await read(before), before)
}

/** @param owed the signed statement of the same day. @throws unless the text is a matching reserve statement and `hot` is its extract */
export async function expectReserveCheck(
  { day, text, hot, madeAt }: Readonly<Record<'day' | 'text' | 'hot', string>> & { readonly madeAt: Date },
  owed: string,
): Promise<void> {
  const { said } = await readReserves(toSign(text), toSign(owed), isUnsigned)
  if (said.day !== day || said.made !== madeAt.toISOString())
    throw new Error(`the reserves of ${day} are another day's`)
  if (hot !== hotText(said, await digestOf(text)))
    throw new Error(`the reserves of ${day} do not name what is paid from`)
}
