import {
  hashKey,
  QueryCache,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailure } from '#kit/wire/call-failure.ts'
import type { CallInputOf, Contract, OutputOf } from '#kit/wire/contract.ts'
import { call } from './call.ts'
// Bundles the client with its readers.
import './client.ts'
import { createSend } from '../draft/intention.ts'
import { onSessionChange } from '../session/session.ts'
import { toast } from '../show/toasts.ts'
import { say } from '../text/texts.ts'
import { useLiveStatus } from './live-status.ts'
import { countSlow } from './still-waiting.ts'

/** Milliseconds until a response is stale. */
const freshMs = 15_000
/** Retry delays for unanswered reads on screen. The last delay repeats. */
const pausesMs = [2_000, 4_000, 8_000, 15_000] as const

type Unanswered = { readonly failure: Error; readonly times: number }
const unanswered = new WeakMap<object, Unanswered>()

const isUnanswered = (cause: unknown): cause is CallFailure => cause instanceof CallFailure && cause.code === 'network'

/** Response cache. Works without a React provider, so the shell can start without it. */
export const reads = new QueryClient({
  queryCache: new QueryCache({
    onSuccess: (_data, query) => void unanswered.delete(query),
    onError: (failure, query) => {
      if (isUnanswered(failure)) unanswered.set(query, { failure, times: (unanswered.get(query)?.times ?? 0) + 1 })
      else unanswered.delete(query)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      networkMode: 'offlineFirst',
      // Retries only unanswered reads, within the one-minute limit. Server errors are final.
      retry: (count, cause) => isUnanswered(cause) && !cause.isLate && count < 2,
      retryDelay: 1000,
    },
    mutations: { retry: 0, networkMode: 'online' },
  },
})

// Resumes reads when online and refreshes stale data on focus.
reads.mount()

/** Prevents another wallet from seeing cached data. */
onSessionChange(() => reads.clear())

export type ReadOptions<Data = unknown> = {
  /** False while an input is missing. */
  readonly enabled?: boolean
  /** 0: no polling. */
  readonly everyMs?: number | ((data: Data | undefined) => number)
  /** Reads again on every visit. */
  readonly alwaysRead?: boolean
  /** True if live events cover all changes. Polling then stops while events arrive. */
  readonly told?: boolean
}

type Asked<Data> = { readonly state: { readonly error: Error | null; readonly data: Data | undefined } }
function useRepeat<Data>({ everyMs, told = false, alwaysRead = false }: ReadOptions<Data>) {
  const isTold = useLiveStatus() === 'live' && told
  return {
    ...(alwaysRead ? { staleTime: 0 } : {}),
    refetchInterval: (query: Asked<Data>) => {
      if (isUnanswered(query.state.error)) return pausesMs[unanswered.get(query)?.times ?? 0] ?? pausesMs[3]
      const usual = typeof everyMs === 'function' ? everyMs(query.state.data) : everyMs
      return usual && !isTold ? usual : false
    },
  }
}

const keyOf = (contract: Contract, input: unknown) => [contract.path, input] as const

/** Start of a read's first attempt, keyed by the signal its attempts share. */
const begun = new WeakMap<AbortSignal, number>()
function tryOf(signal: AbortSignal, queryKey: readonly unknown[]) {
  const now = performance.now()
  const since = begun.get(signal) ?? now
  begun.set(signal, since)
  const query = reads.getQueryCache().get(hashKey(queryKey))
  const isShown = query !== undefined && (query.state.data !== undefined || unanswered.has(query))
  return { signal, quiet: true, spentMs: now - since, ...(isShown ? {} : { onSlow: countSlow }) }
}

/** Starts a read for a screen that is about to render. */
export function readSoon<C extends Contract>(contract: C, input: CallInputOf<C>): void {
  void reads.prefetchQuery({
    queryKey: keyOf(contract, input),
    queryFn: ({ signal, queryKey }) => call(contract, input, tryOf(signal, queryKey)),
  })
}

/** Keeps old data during a refresh. No toast: the screen shows errors (ReadState). */
export function useRead<C extends Contract>(
  contract: C,
  input: CallInputOf<C>,
  options: ReadOptions<OutputOf<C>> = {},
) {
  const { enabled = true } = options
  const repeat = useRepeat(options)
  const query = useQuery<OutputOf<C>, Error>(
    {
      queryKey: keyOf(contract, input),
      queryFn: ({ signal, queryKey }) => call(contract, input, tryOf(signal, queryKey)),
      enabled,
      ...repeat,
    },
    reads,
  )
  const error = errorOf(query, keyOf(contract, input))
  return error === query.error ? query : { ...query, error }
}

type Tried = Pick<UseQueryResult<unknown, Error>, 'data' | 'error' | 'fetchStatus' | 'failureReason'>
/** Error of a read without data. Also reports failures while offline or retrying, so placeholders do not stay indefinitely. */
function errorOf({ data, error, fetchStatus, failureReason }: Tried, key: readonly unknown[]): Error | null {
  if (error || data !== undefined || fetchStatus === 'idle') return error
  if (fetchStatus === 'paused' && failureReason) return failureReason
  const query = reads.getQueryCache().get(hashKey(key))
  return (query && unanswered.get(query)?.failure) ?? null
}

export type Read<Data> = {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  refetch(): Promise<unknown>
}

export type Again = { readonly ask: () => void; readonly busy: boolean }
/** Retry action for an unanswered read. Undefined after a server error. */
export const askAgain = ({ error, refetch, isFetching }: Pick<Read<unknown>, 'error' | 'refetch' | 'isFetching'>) =>
  isUnanswered(error) ? ({ ask: () => void refetch(), busy: isFetching } satisfies Again) : undefined

type PageOf<C extends Contract> = OutputOf<C> extends { items: readonly (infer Item)[] } ? Item : never

/** Reads pages (`{items, next}`) for <Pages>. `first` holds other fields of the first page. */
export function useReadPages<C extends Contract>(contract: C, input: CallInputOf<C>, options: ReadOptions = {}) {
  const repeat = useRepeat(options)
  const queryKey = [contract.path, 'pages', input]
  const query = useInfiniteQuery(
    {
      queryKey,
      queryFn: ({ signal, queryKey, pageParam }) =>
        call(
          contract,
          { ...(input as object), ...(pageParam ? { cursor: pageParam } : {}) } as CallInputOf<C>,
          tryOf(signal, queryKey),
        ) as Promise<OutputOf<C> & { items: PageOf<C>[]; next: string }>,
      initialPageParam: '',
      getNextPageParam: (last) => last.next || undefined,
      enabled: options.enabled ?? true,
      ...repeat,
    },
    reads,
  )
  const pages = query.data?.pages
  return { ...query, error: errorOf(query, queryKey), first: pages?.[0], items: pages?.flatMap((page) => page.items) }
}

export const readAgain = (...contracts: readonly Contract[]): Promise<unknown> =>
  Promise.all(contracts.map((contract) => reads.invalidateQueries({ queryKey: [contract.path] })))

export type ActOptions = {
  readonly changes?: readonly Contract[]
  /** True to show no toast, because the screen shows errors. */
  readonly quiet?: boolean
}

/**
 * `act(input)` resolves with the answer, or undefined after an error (shown as a toast unless quiet). Retries reuse the idempotency key
 * until the server answers, so they cannot act twice. Never shows a result before the answer.
 */
export function useAct<C extends Contract>(contract: C, options: ActOptions = {}) {
  const [send] = useState(() => createSend(call, { quiet: options.quiet ?? false }))
  const mutation = useMutation<OutputOf<C>, Error, CallInputOf<C>>(
    {
      mutationFn: (input) => send(contract, input),
      onSuccess: () => readAgain(...(options.changes ?? [])),
    },
    reads,
  )
  const failure = mutation.error instanceof CallFailure ? mutation.error : undefined
  return {
    act: async (input: CallInputOf<C>): Promise<OutputOf<C> | undefined> => {
      // Never queue offline: a money call must not run later unnoticed.
      if (!navigator.onLine) {
        toast(say('network.not_sent'), 'bad')
        return undefined
      }
      return mutation.mutateAsync(input).catch(() => undefined)
    },
    busy: mutation.isPending,
    failure,
    reset: mutation.reset,
  }
}
