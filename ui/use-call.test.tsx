// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '#kit/wire/call-failure.ts'
import { contract } from '#kit/wire/contract.ts'
import { answers } from '#kit/wire/envelope.ts'
import { askAgain, reads, useRead } from './use-call.ts'

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
  vi.useRealTimers()
  onlineManager.setOnline(true)
  vi.unstubAllGlobals()
  reads.clear()
})

it('says without a network that nothing was read, and tries again once there is one', async () => {
  const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetched)
  onlineManager.setOnline(false)
  const { result } = renderHook(() => useRead(anything, {}))
  await waitFor(() => expect(result.current.error).toMatchObject({ code: 'network' }), { timeout: 8_000 })
  const tries = fetched.mock.calls.length
  onlineManager.setOnline(true)
  await waitFor(() => expect(fetched.mock.calls.length).toBeGreaterThan(tries), { timeout: 8_000 })
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
    await vi.waitFor(() => expect(result.current.error).toMatchObject({ code: 'network' }), { timeout: 8_000 })
    const failedAt = shown.indexOf('failed')
    const first = fetched.mock.calls.length
    await past(5_000)
    const second = fetched.mock.calls.length
    expect(second).toBeGreaterThan(first)
    await past(60_000)
    // Each time three tries on two lines: a pause of two seconds would be ninety.
    expect(fetched.mock.calls.length - second).toBeLessThan(30)
    fetched.mockImplementation(answer)
    await past(16_000)
    expect(result.current.data).toEqual({ said: 'at last' })
    // Nothing flickered meanwhile.
    expect(new Set(shown.slice(failedAt))).toEqual(new Set(['failed', 'at last']))
    const answered = fetched.mock.calls.length
    await past(60_000)
    expect(fetched.mock.calls.length).toBe(answered)
  })

  it('is asked again by a button, which a refusal has not', async () => {
    const { fetched, result } = begin()
    expect(askAgain(result.current)).toBeUndefined()
    await vi.waitFor(() => expect(result.current.error).toMatchObject({ code: 'network' }), { timeout: 8_000 })
    fetched.mockImplementation(answer)
    act(() => askAgain(result.current)?.ask())
    await vi.waitFor(() => expect(result.current.data).toEqual({ said: 'at last' }))
    expect(askAgain({ ...result.current, error: new CallFailure(answers.refused, 'exchange.impact') })).toBeUndefined()
  })
})

it('keeps what was read when the network goes', async () => {
  reads.setQueryData([anything.path, {}], { said: 'before' })
  onlineManager.setOnline(false)
  const { result } = renderHook(() => useRead(anything, {}))
  expect(result.current).toMatchObject({ data: { said: 'before' }, error: null })
})
