import { makePuzzle, readPuzzle, signSolution } from '#identity/captcha/captcha.server.ts'
import { keepSolved, takePuzzleAttempt } from '#identity/captcha/captcha.store.ts'
import { closesHole, picture, puzzleEarliestMs } from '#identity/captcha/captcha.ts'
import { drawPuzzle } from '#identity/captcha/captcha-picture.server.ts'
import { isWorkDone, workOf } from '#identity/captcha/proof-of-work.server.ts'
import { fail } from '#kit/failure.ts'
import { checkCaptcha, loadCaptcha } from '#kit/wire/contracts/captcha.contract.ts'
import { type Implementation, implementRead } from '#kit/wire/implement.api.ts'

const loadCaptchaApi = implementRead(loadCaptcha, async (_input, call) => {
  const { key, secret, x, y } = makePuzzle(call)
  const [{ image, piece }, work] = await Promise.all([drawPuzzle({ x, y }), workOf(call.secrets, key)])
  const { width, height, piece: pieceSize } = picture
  return { image, piece, key, y, secret, width, height, pieceSize, work }
})

/** Count the attempt before comparing, outside any transaction that a refusal rolls back, so concurrent guesses count. */
const checkCaptchaApi = implementRead(checkCaptcha, async ({ key, value, secret, work }, call) => {
  const { db, wall, secrets } = call
  if (!value && !work) fail('field.required', { field: 'value' })
  const puzzle = readPuzzle(call, { key, secret })
  await takePuzzleAttempt(db, puzzle)
  // Only proof of work may finish early.
  const isEarly = wall.getTime() - puzzle.madeAt.getTime() < puzzleEarliestMs
  if (isEarly && !work) fail('captcha.check_invalid')
  const right = work ? await isWorkDone(secrets, key, work) : closesHole(value, puzzle.x)
  if (!right) return { captchaSign: '' }
  await keepSolved(db, puzzle, wall)
  return { captchaSign: signSolution(call, key) }
})

export const captchaCalls: readonly Implementation[] = [loadCaptchaApi, checkCaptchaApi]
