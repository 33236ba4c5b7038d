import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPower } from '#features/power/power.contract.ts'
import { bindGoogle, changePassword, confirmPassword, setUpGoogle } from '#features/security/security.contract.ts'
import { requestWithdrawal } from '#features/withdrawals/withdrawals.contract.ts'
import { addDays, dayOf, minuteMs, startOf } from '#kit/time/clock.ts'
import { routes } from '../../calls/routes.ts'
import { pastCodes, type TestApp, testApp } from '../../test/test-app.ts'
import { type TestClient, testPassword } from '../../test/test-client.ts'
import { boundClient } from '../../test/test-second-factor.ts'

describe('the second factor', () => {
  let world: TestApp
  beforeAll(async () => {
    world = await testApp()
  })
  afterAll(() => world.close())

  const wrong = (codeNow: () => string) => (codeNow() === '000000' ? '000001' : '000000')
  const guessAtAuthenticator = async (client: TestClient, codeNow: () => string) =>
    (await client.send(bindGoogle, { code: '123456', currentCode: wrong(codeNow) })).envelope.msg
  const guessAtWithdrawal = async (client: TestClient, code: string) =>
    (await client.send(requestWithdrawal, { chain: 'bsc', coin: 'USDT', amount: '10', code })).envelope.msg

  it('is not forgiven its wrong tries by a call that holds no code', async () => {
    const { client, codeNow } = await boundClient(world)
    await client.call(setUpGoogle, {})
    const answers: string[] = []
    for (let i = 0; i < 40; i++) {
      answers.push(await guessAtAuthenticator(client, codeNow))
      await client.call(listPower, { code: '2' })
    }
    expect(answers.filter((msg) => msg === 'identity.code_wrong')).toHaveLength(4)
    expect(answers.filter((msg) => msg === 'identity.code_locked')).toHaveLength(36)
  })

  it('is counted apart where a stranger may guess: guessing at sign-in locks no withdrawal', async () => {
    const { client, codeNow } = await boundClient(world)
    const { walletId } = client
    const stranger = world.client()
    for (let i = 0; i < 4; i++)
      await expect(stranger.signIn(walletId, testPassword, wrong(codeNow))).rejects.toThrow('identity.code_wrong')
    await expect(stranger.signIn(walletId, testPassword, wrong(codeNow))).rejects.toThrow('identity.code_locked')
    await expect(stranger.signIn(walletId, testPassword, codeNow())).rejects.toThrow('identity.code_locked')
    // No chain is connected. This error shows that the sign-in lock did not interfere.
    expect(await guessAtWithdrawal(client, codeNow())).toBe('funds.withdrawal_closed')
  })

  it('locks for 5 and 15 minutes, and with the twelfth wrong code of a day until the next', async () => {
    const { client, codeNow } = await boundClient(world)
    await client.call(setUpGoogle, {})
    const midnight = startOf(addDays(dayOf(world.wall.now()), 1)).getTime()
    const enter = async () => {
      client.line.requestToken = undefined
      await client.confirm()
    }
    for (const [minutes, before] of [
      [5, 4],
      [15, 4],
      [undefined, 1],
    ] as const) {
      await enter()
      for (let i = 0; i < before; i++) expect(await guessAtAuthenticator(client, codeNow)).toBe('identity.code_wrong')
      const { envelope } = await client.send(bindGoogle, { code: '123456', currentCode: wrong(codeNow) })
      const now = world.wall.now().getTime()
      const until = minutes ? now + minutes * minuteMs : midnight
      expect(envelope).toMatchObject({ msg: 'identity.code_locked', params: { until: new Date(until).toISOString() } })
      world.wall.set(new Date(until))
    }
    await enter()
    expect(await guessAtAuthenticator(client, codeNow)).toBe('identity.code_wrong')
  })

  it('is guessed at twenty times a day at most, whatever it is asked for, and the holder’s own device is not locked by a stranger', async () => {
    const { client, codeNow } = await boundClient(world)
    await client.call(setUpGoogle, {})
    const { walletId } = client
    const again = async () => {
      client.line.requestToken = undefined
      await client.confirm()
    }
    const stranger = world.client()
    const signIn = async (by: TestClient) =>
      by.signIn(walletId, testPassword, wrong(codeNow)).then(
        () => 'success',
        (error) => error.envelope.msg as string,
      )
    const inside = [
      () => guessAtAuthenticator(client, codeNow),
      () => guessAtWithdrawal(client, wrong(codeNow)),
      () => signIn(client),
    ]
    const answers: string[] = []
    for (let minutes = 0; minutes < 8 * 60; minutes += 61) {
      stranger.line.requestToken = undefined
      for (let nth = 0; nth < 6; nth++) answers.push(await signIn(stranger))
      world.wall.advance(61 * minuteMs)
    }
    const compared = (of: readonly string[]) => of.filter((msg) => msg === 'identity.code_wrong').length
    const [atDoor] = await world.db.query<{ wrong: number }>(
      "SELECT day_wrong AS wrong FROM secret_attempts WHERE wallet_id = $1 AND scope = 'code:door'",
      [walletId],
    )
    expect([compared(answers), atDoor?.wrong]).toEqual([6, 8])
    await again()
    expect(await guessAtWithdrawal(client, codeNow())).toBe('funds.withdrawal_closed')
    for (let hour = 0; hour < 3; hour++) {
      await again()
      for (const guess of inside) for (let nth = 0; nth < 5; nth++) await guess()
      world.wall.advance(61 * minuteMs)
    }
    const [sum] = await world.db.query<{ wrong: number }>(
      "SELECT sum(day_wrong)::int AS wrong FROM secret_attempts WHERE wallet_id = $1 AND scope LIKE 'code:%'",
      [walletId],
    )
    expect(sum?.wrong).toBe(20)
    await again()
    expect(await guessAtWithdrawal(client, codeNow())).toBe('identity.code_locked')
  })

  it('that is right in parallel is used once, and locks nothing', async () => {
    const { client, codeNow } = await boundClient(world)
    const code = codeNow()
    const enter = () =>
      world
        .client()
        .signIn(client.walletId, testPassword, code)
        .then(
          () => 'success',
          (error) => error.envelope.msg,
        )
    const answers = await Promise.all(Array.from({ length: 12 }, enter))
    expect(answers.filter((msg) => msg === 'success')).toHaveLength(1)
    expect(answers.filter((msg) => msg === 'identity.code_used')).toHaveLength(11)
  })

  it('is marked in every contract that can answer that it was wrong', () => {
    const purposes = ['withdraw', 'move', 'security']
    for (const { contract } of routes(true)) {
      const { secondFactor, failures, input, path } = contract
      // Sign-in has no session yet and counts its own attempts.
      if (path === '/login/password' || path === '/login/phrase') continue
      expect(failures.includes('identity.code_wrong'), path).toBe(secondFactor !== undefined)
      if (!secondFactor) continue
      const { entries } = input as unknown as { entries: Record<string, unknown> }
      expect(Object.keys(entries), path).toContain(secondFactor.field)
      expect(purposes, path).toContain(secondFactor.purpose)
    }
  })
})

describe('a wallet token', () => {
  it('ends with the password that proved it', async () => {
    const world = await testApp()
    const client = world.client()
    await client.createWallet()
    await client.confirm()
    await client.call(setUpGoogle, {})
    const newPassword = 'Another9pelican'
    const input = { currentPassword: testPassword, newPassword, repeatPassword: newPassword }
    await client.call(changePassword, input)
    expect(await client.refusal(setUpGoogle, {})).toBe('session.wallet_token_expired')
    await client.confirm(newPassword)
    const secret = await client.call(setUpGoogle, {})
    expect(secret.secret).toHaveLength(32)
    await world.close()
  })

  it('of a password that is changed while it is being proved opens nothing', async () => {
    const world = await testApp()
    const client = world.client()
    await client.createWallet()
    await client.confirm()
    let password = testPassword
    for (let round = 0; round < 5; round++) {
      const newPassword = `Another9pelican${round}`
      const [proof, change] = await Promise.all([
        client.send(confirmPassword, { walletPassword: password }),
        client.send(changePassword, { currentPassword: password, newPassword, repeatPassword: newPassword }),
      ])
      const isChanged = change.envelope.msg === 'success'
      if (!isChanged)
        expect([change.envelope.msg, proof.envelope.msg]).toEqual(['session.wallet_token_expired', 'success'])
      if (isChanged && proof.envelope.msg === 'success') {
        const token = (proof.envelope.data as { walletToken: string }).walletToken
        expect(await client.refusal(setUpGoogle, {}, { headers: { 'Wallet-Token': token } })).toBe(
          'session.wallet_token_expired',
        )
      }
      if (isChanged) password = newPassword
      world.wall.advance(pastCodes)
      await client.confirm(password)
    }
    await world.close()
  })
})
