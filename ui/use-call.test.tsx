// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { contract } from '#kit/wire/contract.ts'
import { reads, useRead } from './use-call.ts'

const anything = contract({
  method: 'GET',
  path: '/test/anything',
  access: 'open',
  summary: 'Anything.',
  input: v.object({}),
  output: v.object({ said: v.string() }),
  failures: [],
})

afterEach(() => {
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

it('keeps what was read when the network goes', async () => {
  reads.setQueryData([anything.path, {}], { said: 'before' })
  onlineManager.setOnline(false)
  const { result } = renderHook(() => useRead(anything, {}))
  expect(result.current).toMatchObject({ data: { said: 'before' }, error: null })
})
