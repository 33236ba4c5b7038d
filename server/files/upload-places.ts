import { fail } from '#kit/failure.ts'
import { type Clock, minuteMs } from '#kit/time/clock.ts'

export type UploadPool = 'any' | 'dispute'

export const uploadLimits = {
  /** Limits of open uploads: total, per address and per wallet. */
  forms: { any: 256, dispute: 64 },
  ofAddress: 4,
  ofWallet: 2,
  /** Larger uploads need one of the `places`. Together the limits bound memory to 70 MB. */
  smallBytes: 32 * 1024,
  places: { any: 8, dispute: 4 },
  /** Uploads that receive fewer bytes per window are aborted. */
  leastBytes: 32 * 1024,
  windowMs: minuteMs / 15,
} as const

type Uploading = {
  readonly address: string
  readonly walletId: string
  readonly pool: UploadPool
  /** Aborts the upload. Called at most once. */
  readonly cut: () => void
}
export type UploadForm = {
  /** @returns false if no slot is free for this size */
  receive(bytes: number): boolean
  complete(): void
  end(): void
}

/** Upload slots. An upload takes a slot once it is large, and loses it if too slow. */
export function createUploadPlaces(wall: Clock) {
  type Form = Uploading & {
    state: 'small' | 'placed' | 'complete' | 'cut'
    bytes: number
    sinceMs: number
    inWindow: number
  }
  const forms = new Set<Form>()
  const count = (fits: (form: Form) => boolean): number => [...forms].filter(fits).length
  const cut = (form: Form): void => {
    forms.delete(form)
    form.state = 'cut'
    form.cut()
  }
  const isLarge = ({ bytes }: Form) => bytes > uploadLimits.smallBytes

  /**
   * Evicts an upload of the busiest address if that address holds at least two more slots than this one. @returns whether a slot is free
   */
  function displace({ pool, address }: Form): boolean {
    const held = [...forms].filter((form) => form.pool === pool && form.state !== 'small')
    const byAddress = Map.groupBy(held, (form) => form.address)
    const [most] = [...byAddress.values()].toSorted((one, other) => other.length - one.length)
    const newest = most?.findLast(({ state }) => state === 'placed')
    if (!most || !newest || most.length < (byAddress.get(address)?.length ?? 0) + 2) return false
    cut(newest)
    return true
  }

  return {
    /** @throws request.busy at the limit of the wallet, the address or the total */
    begin(uploading: Uploading): UploadForm {
      const { address, walletId, pool } = uploading
      const isFull =
        count((form) => form.walletId === walletId) >= uploadLimits.ofWallet ||
        count((form) => form.address === address && form.pool === pool) >= uploadLimits.ofAddress ||
        count((form) => form.pool === pool) >= uploadLimits.forms[pool]
      if (isFull) fail('request.busy')
      const form: Form = { ...uploading, state: 'small', bytes: 0, sinceMs: wall.now().getTime(), inWindow: 0 }
      forms.add(form)
      return {
        receive(bytes) {
          if (form.state === 'cut') return false
          form.bytes += bytes
          form.inWindow += bytes
          if (form.state !== 'small' || !isLarge(form)) return true
          const taken = count((other) => other.pool === pool && other !== form && isLarge(other))
          if (taken >= uploadLimits.places[pool] && !displace(form)) return false
          form.state = 'placed'
          return true
        },
        complete() {
          if (form.state !== 'cut') form.state = 'complete'
        },
        end: () => void forms.delete(form),
      }
    },
    sweep(): void {
      const nowMs = wall.now().getTime()
      for (const form of [...forms]) {
        if (form.state === 'complete' || nowMs - form.sinceMs < uploadLimits.windowMs) continue
        if (form.inWindow < uploadLimits.leastBytes) cut(form)
        else Object.assign(form, { sinceMs: nowMs, inWindow: 0 })
      }
    },
    begun: (): number => forms.size,
  }
}
export type UploadPlaces = ReturnType<typeof createUploadPlaces>
