// @vitest-environment happy-dom

import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { patienceMs } from '#kit/test/test-until.ts'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { contract } from '#kit/wire/contract.ts'
import { answers } from '#kit/wire/signing/envelope.ts'
import { useStillWaiting } from './still-waiting.ts'
import { askAgain, reads, useRead, useReadPages } from './use-call.ts'

const anything = contract({
  method: 'GET',
  path: '/test/anything',
  access: 'open',
  summary: 'Anything.',
  withoutRequestToken: true,
  input: v.object({}),
  output: v.object({ said: v.string() }),
  failures: [],
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  reads.clear()
})

it('says without a network that nothing was read, and tries again once there is one', async () => {
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  onlineManager.setOnline(false)
  const { result } = renderHook(() => useRead(anything, {}))
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 'network' }), { timeout: patienceMs })
  const attempts = fetched.mock.calls.length
  onlineManager.setOnline(true)
  await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(attempts), { timeout: patienceMs })
})

describe('a server that does not answer', () => {
  const answer = () =>
    Promise.resolve(
      new Response(JSON.stringify({ code: answers.success, msg: '', data: { said: 'at last' } }), { status: 200 }),
    )
  const begin = () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const fetched = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')))
    vi.stubGlobal('fetch', fetched)
    const shown: (string | undefined)[] = []
    const { result } = renderHook(() => {
      const read = useRead(anything, {})
      shown.push(read.error ? 'failed' : read.data?.said)
      return read
    })
    const past = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    return { fetched, result, shown, past }
  }

  it('is asked again by itself, after pauses that grow, and the failure stands until it answers', async () => {
    const { fetched, result, shown, past } = begin()
    await vi.waitFor(() => expect(result.current.error).toMatchObject({ code: 'network' }), { timeout: patienceMs })
    const failedAt = shown.indexOf('failed')
    const first = fetched.mock.calls.length
    await past(5_000)
    const second = fetched.mock.calls.length
    expect(second).toBeGreaterThan(first)
    await past(60_000)
    expect(fetched.mock.calls.length - second).toBeLessThan(30)
    fetched.mockImplementation(answer)
    await past(16_000)
    expect(result.current.data).toEqual({ said: 'at last' })
    expect(new Set(shown.slice(failedAt))).toEqual(new Set(['failed', 'at last']))
    const answered = fetched.mock.calls.length
    await past(60_000)
    expect(fetched.mock.calls.length).toBe(answered)
  })

  it('is asked again by a button, which a refusal has not', async () => {
    const { fetched, result } = begin()
    expect(askAgain(result.current)).toBeUndefined()
    await vi.waitFor(() => expect(result.current.error).toMatchObject({ code: 'network' }), { timeout: patienceMs })
    fetched.mockImplementation(answer)
    act(() => askAgain(result.current)?.ask())
    await vi.waitFor(() => expect(result.current.data).toEqual({ said: 'at last' }), { timeout: patienceMs })
    expect(askAgain({ ...result.current, error: new CallFailure(answers.refused, 'exchange.impact') })).toBeUndefined()
  })
})

describe('a server that hangs', () => {
  const begin = async <Shown,>(use: () => Shown, failsAfterMs?: number) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
    const fetched = vi.fn(
      (_url: string, { signal }: RequestInit) =>
        new Promise<Response>((_answer, refuse) => {
          signal?.addEventListener('abort', () => refuse(signal.reason))
          if (failsAfterMs !== undefined) setTimeout(() => refuse(new TypeError('Failed to fetch')), failsAfterMs)
        }),
    )
    vi.stubGlobal('fetch', fetched)
    const { result } = renderHook(() => ({ read: use(), isWaiting: useStillWaiting() }))
    const past = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    await past(0)
    return { result, past, fetched }
  }
  const list = contract({
    method: 'GET',
    path: '/test/list',
    access: 'open',
    summary: 'A list.',
    withoutRequestToken: true,
    input: v.object({}),
    output: v.object({ items: v.array(v.string()), next: v.string() }),
    failures: [],
  })

  it('gives all tries of a read one minute', async () => {
    // While offline, the client tries no other host, so nothing here takes real time.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { result, past, fetched } = await begin(() => useRead(anything, {}), 25_000)
    await past(59_900)
    expect(result.current.read.error).toBeNull()
    expect(fetched).toHaveBeenCalledTimes(3)
    await past(200)
    expect(result.current.read.error).toMatchObject({ code: 'network' })
    expect(fetched).toHaveBeenCalledTimes(3)
  })

  it.each([
    ['a read', () => useRead(anything, {})],
    ['a list', () => useReadPages(list, {})],
  ] as const)('%s: a person is told after ten seconds, and after a minute that nothing came', async (_, use) => {
    const { result, past } = await begin<{ error: Error | null }>(use)
    await past(9_900)
    expect(result.current).toMatchObject({ isWaiting: false, read: { error: null } })
    await past(200)
    expect(result.current).toMatchObject({ isWaiting: true, read: { error: null } })
    await past(49_800)
    expect(result.current.read.error).toBeNull()
    await past(200)
    expect(result.current).toMatchObject({ isWaiting: false, read: { error: { code: 'network' } } })
  })
})

it('keeps what was read when the network goes', async () => {
  reads.setQueryData([anything.path, {}], { said: 'before' })
  onlineManager.setOnline(false)
  const { result } = renderHook(() => useRead(anything, {}))
  expect(result.current).toMatchObject({ data: { said: 'before' }, error: null })
})
