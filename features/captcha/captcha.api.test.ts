import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spendSolution } from '#identity/captcha/captcha.store.ts'
import { Refusal } from '#kit/failure.ts'
import { checkCaptcha, loadCaptcha } from '#kit/wire/contracts/captcha.contract.ts'
import { type TestApp, testApp } from '#server/test/test-app.ts'
import { holeOf, solved, testSecrets } from '#server/test/test-captcha.ts'

describe('the slider puzzle', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  const fresh = async () => {
    const client = world.client()
    const puzzle = await client.call(loadCaptcha, {})
    const { key, secret } = puzzle
    const hole = holeOf(world, puzzle)
    world.wall.advance(1_000)
    const left = (at: number | string) => ({ key, secret, value: String(at) })
    return { client, puzzle, key, secret, hole, left }
  }
  const spend = (given: { checkKey: string; checkSign: string }, ip = '127.0.0.1') =>
    spendSolution(world.db, { secrets: testSecrets, ip, wall: world.wall.now() }, given).then(
      () => 'used',
      (error: unknown) => (error as Refusal).key,
    )

  it('comes with the names of the specification, and its answer nowhere', async () => {
    const client = world.client()
    const { envelope } = await client.send(loadCaptcha, {})
    const data = envelope.data as Record<string, unknown>
    expect(Object.keys(data).sort()).toEqual(
      ['height', 'img', 'key', 'piece', 'pieceSize', 'secret', 'width', 'work', 'y'].sort(),
    )
    expect(data.img).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(String(data.img).length + String(data.piece).length).toBeLessThan(300_000)
    const { img, piece, ...rest } = data
    const hole = holeOf(world, rest as { key: string; secret: string })
    expect(Object.values(rest).filter((value) => value === hole || value === String(hole))).toEqual(
      [rest.y].filter((y) => y === hole),
    )
  })

  it('is solved within five pixels, and the solution serves once', async () => {
    for (const off of [0, 5, -5, 4.5]) {
      const { client, hole, left, key } = await fresh()
      const { captchaSign } = await client.call(checkCaptcha, left(hole + off))
      expect(captchaSign).not.toBe('')
      const given = { checkKey: key, checkSign: captchaSign }
      expect(await spend(given)).toBe('used')
      expect(await spend(given)).toBe('captcha.check_invalid')
    }
  })

  it('answers an empty sign to a wrong place, three times at most, also to many guesses at once', async () => {
    const { client, hole, left } = await fresh()
    for (const off of [6, -6, 40])
      expect(await client.call(checkCaptcha, left(hole + off))).toEqual({ captchaSign: '' })
    expect(await client.refusal(checkCaptcha, left(hole))).toBe('captcha.check_invalid')
    const other = await fresh()
    const guesses = Array.from({ length: 40 }, (_, at) => other.client.send(checkCaptcha, other.left(at * 8)))
    const answers = (await Promise.all(guesses)).map(({ envelope }) => envelope)
    expect(answers.filter(({ code }) => code === 0).length).toBeLessThanOrEqual(3)
    expect(answers.filter(({ msg }) => msg === 'captcha.check_invalid').length).toBeGreaterThanOrEqual(37)
  })

  it('refuses what came too early or too late, of another puzzle, of another network, or was solved before', async () => {
    const client = world.client()
    const { key, secret, ...puzzle } = await client.call(loadCaptcha, {})
    const value = String(holeOf(world, { key, secret }))
    expect(puzzle.width).toBe(320)
    world.wall.advance(399)
    expect(await client.refusal(checkCaptcha, { key, secret, value })).toBe('captcha.check_invalid')
    const other = await fresh()
    expect(await client.refusal(checkCaptcha, { key: other.key, secret, value })).toBe('captcha.sign_wrong')
    expect(await client.refusal(checkCaptcha, { key: 'AAAA', secret, value })).toBe('captcha.sign_wrong')
    const one = await fresh()
    await one.client.call(checkCaptcha, one.left(one.hole))
    expect(await one.client.refusal(checkCaptcha, one.left(one.hole))).toBe('captcha.check_invalid')
    const late = await fresh()
    world.wall.advance(119_001)
    expect(await late.client.refusal(checkCaptcha, late.left(late.hole))).toBe('captcha.sign_expired')
    expect(() => holeOf(world, late, '198.51.100.7')).toThrow(Refusal)
  })

  it('says which field is missing or wrong', async () => {
    const { client, key, secret } = await fresh()
    expect(await client.refusal(checkCaptcha, { key, secret })).toBe('field.required')
    expect(await client.refusal(checkCaptcha, { key, secret: '', value: '1' })).toBe('field.required')
    expect(await client.call(checkCaptcha, { key, secret, value: '1e2' })).toEqual({ captchaSign: '' })
  })

  it('a solution ends after two minutes, holds for its network and its key alone, and cannot be made up', async () => {
    const client = world.client()
    const given = await solved(world, client)
    expect(await spend(given, '198.51.100.7')).toBe('captcha.sign_wrong')
    const other = await solved(world, client)
    expect(await spend({ checkKey: other.checkKey, checkSign: given.checkSign })).toBe('captcha.sign_wrong')
    expect(await spend({ checkKey: given.checkKey, checkSign: `${given.checkSign.slice(0, -2)}AA` })).toBe(
      'captcha.sign_wrong',
    )
    expect(await spend({ checkKey: given.checkKey, checkSign: '' })).toBe('captcha.sign_wrong')
    world.wall.advance(121_000)
    expect(await spend(given)).toBe('captcha.sign_expired')
  })

  it('what it opened and was undone leaves the solution whole', async () => {
    const given = await solved(world, world.client())
    await world.db
      .transaction(async (tx) => {
        await spendSolution(tx, { secrets: testSecrets, ip: '127.0.0.1', wall: world.wall.now() }, given)
        throw new Error('undone')
      })
      .catch(() => undefined)
    expect(await spend(given)).toBe('used')
  })

  it('is passed by work instead, of its own key alone and once', async () => {
    const { client, puzzle, key, secret } = await fresh()
    const challenge = JSON.parse(puzzle.work)
    const solution = await solveChallenge({ challenge, deriveKey })
    const work = JSON.stringify({ challenge, solution })
    const other = await fresh()
    const foreign = { key: other.key, secret: other.secret, work }
    expect(await other.client.call(checkCaptcha, foreign)).toEqual({ captchaSign: '' })
    const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
    const eased = JSON.stringify({
      challenge: easier,
      solution: await solveChallenge({ challenge: easier, deriveKey }),
    })
    expect(await client.call(checkCaptcha, { key, secret, work: eased })).toEqual({ captchaSign: '' })
    expect(await client.call(checkCaptcha, { key, secret, work: '{"challenge":1}' })).toEqual({ captchaSign: '' })
    const { captchaSign } = await client.call(checkCaptcha, { key, secret, work })
    expect(await spend({ checkKey: key, checkSign: captchaSign })).toBe('used')
    expect(await client.refusal(checkCaptcha, { key, secret, work })).toBe('captcha.check_invalid')
  })
})
