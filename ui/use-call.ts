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
// Whoever reads calls: the client comes in the same piece as this, and not after it.
import './client.ts'
import { createSend } from './intention.ts'
import { useLiveStatus } from './live-status.ts'
import { onSessionChange } from './session.ts'
import { countSlow } from './still-waiting.ts'
import { say } from './texts.ts'
import { toast } from './toasts.ts'

/** What was read is fresh for this long. */
const freshMs = 15_000
/** What was not answered is asked again after so long, while it is on the screen; the last pause repeats. */
const pausesMs = [2_000, 4_000, 8_000, 15_000] as const

type Unanswered = { readonly failure: Error; readonly times: number }
/** Reads that were not answered, by query, and how many times in a row. */
const unanswered = new WeakMap<object, Unanswered>()

const isUnanswered = (cause: unknown): cause is CallFailure => cause instanceof CallFailure && cause.code === 'network'

/** Everything read from the server, by call. Handed over by name, without a provider, so that the shell starts without it. */
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
      // A refusal is an answer; only an unanswered read is tried again, within the minute that all its tries have.
      retry: (count, cause) => isUnanswered(cause) && !cause.isLate && count < 2,
      retryDelay: 1000,
    },
    mutations: { retry: 0, networkMode: 'online' },
  },
})

// Without a provider nobody else does it: what waits for a network goes on once there is one, and what is stale is read again when
// somebody looks.
reads.mount()

/** Another wallet must never see what this one read. */
onSessionChange(() => reads.clear())

export type ReadOptions = {
  /** False while an input is missing. */
  readonly enabled?: boolean
  /** Read again every so many milliseconds while the screen is open. */
  readonly everyMs?: number
  /** Live events tell of every change of it: while they come, it is not read again and again. */
  readonly told?: boolean
}

type Asked = { readonly state: { readonly error: Error | null } }
/** How often a read is repeated; never while the server tells what changes of it, but always where it gave no answer. */
function useRepeat({ everyMs, told = false }: ReadOptions) {
  const isTold = useLiveStatus() === 'live' && told
  const usual = everyMs && !isTold ? everyMs : false
  return {
    refetchInterval: (query: Asked) => {
      if (!isUnanswered(query.state.error)) return usual
      return pausesMs[unanswered.get(query)?.times ?? 0] ?? pausesMs[3]
    },
  }
}

const keyOf = (contract: Contract, input: unknown) => [contract.path, input] as const

/** When the first of a read's tries began: all of them have the same signal. */
const begun = new WeakMap<AbortSignal, number>()
/** How a try of a read is made: its share of the minute, and what tells a person who sees nothing yet that it takes long. */
function tryOf(signal: AbortSignal, queryKey: readonly unknown[]) {
  const now = performance.now()
  const since = begun.get(signal) ?? now
  begun.set(signal, since)
  const query = reads.getQueryCache().get(hashKey(queryKey))
  const isShown = query !== undefined && (query.state.data !== undefined || unanswered.has(query))
  return { signal, quiet: true, spentMs: now - since, ...(isShown ? {} : { onSlow: countSlow }) }
}

/** Reads. Keeps what it had while it reads again; shows no pop-up: the screen says what failed (ReadState). */
export function useRead<C extends Contract>(contract: C, input: CallInputOf<C>, options: ReadOptions = {}) {
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
/**
 * Why nothing was read. Without a network the next try waits until there is one again: what was never read is said to have failed
 * meanwhile, so that no placeholder stands for as long as it takes. So is what gave no answer before, while it is asked again.
 */
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

/** A way to ask again that a person has. */
export type Again = { readonly ask: () => void; readonly busy: boolean }
/** The way to ask again what was not answered, for the button of a form that needs its figures; a refusal has none. */
export const askAgain = ({ error, refetch, isFetching }: Pick<Read<unknown>, 'error' | 'refetch' | 'isFetching'>) =>
  isUnanswered(error) ? ({ ask: () => void refetch(), busy: isFetching } satisfies Again) : undefined

type PageOf<C extends Contract> = OutputOf<C> extends { items: readonly (infer Item)[] } ? Item : never

/** Reads a list page by page (`{items, next}`). Give it to <Pages>. `first` has what else its first page says. */
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

/** Forgets what was read by these calls, so that it is read again where it is shown. */
export const readAgain = (...contracts: readonly Contract[]): Promise<unknown> =>
  Promise.all(contracts.map((contract) => reads.invalidateQueries({ queryKey: [contract.path] })))

export type ActOptions = {
  /** Calls whose answers this one changes. */
  readonly changes?: readonly Contract[]
  /** The screen says a refusal itself, so none pops up. */
  readonly quiet?: boolean
}

/**
 * Acts. `act(input)` resolves with the answer, or with undefined when it failed (and says why by a toast, unless quiet). The same
 * idempotency key serves until the server has answered, so pressing again after a lost connection cannot act twice. Never optimistic.
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
      // Without a network nothing is queued: what moves money must not happen later, when nobody looks.
      if (!navigator.onLine) {
        toast(say('network.later'), 'bad')
        return undefined
      }
      return mutation.mutateAsync(input).catch(() => undefined)
    },
    busy: mutation.isPending,
    failure,
    reset: mutation.reset,
  }
}
