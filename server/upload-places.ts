import { type Clock, minuteMs } from '#kit/clock.ts'
import { fail } from '#kit/failure.ts'

/** Forms of wallets with an open dispute have places of their own: their evidence waits for nobody else's pictures. */
export type UploadPool = 'any' | 'dispute'

/** What one process receives at once, and how slowly. */
export const uploadLimits = {
  /** Forms that have begun, in all, of one address and of one wallet. */
  forms: { any: 256, dispute: 64 },
  ofAddress: 4,
  ofWallet: 2,
  /** A form of more bytes than this needs a place; there are so many. Together they bound the memory to 70 MB. */
  smallBytes: 32 * 1024,
  places: { any: 8, dispute: 4 },
  /** A form that brings fewer bytes than this within a window is cut off. */
  leastBytes: 32 * 1024,
  windowMs: minuteMs / 15,
} as const

type Uploading = {
  readonly address: string
  readonly walletId: string
  readonly pool: UploadPool
  /** Ends the form; it is called once at most. */
  readonly cut: () => void
}
export type UploadForm = {
  /** Bytes have arrived. @returns false where no place is left for a form of this size */
  receive(bytes: number): boolean
  /** All of it has arrived: it is not cut off any more. */
  complete(): void
  /** The answer is over. */
  end(): void
}

/** Places for forms that are received: taken by bytes that arrived, kept by bytes that go on arriving. */
export function createUploadPlaces(wall: Clock) {
  type Form = Uploading & {
    state: 'small' | 'placed' | 'complete' | 'cut'
    bytes: number
    sinceMs: number
    inWindow: number
  }
  // The oldest first.
  const forms = new Set<Form>()
  const count = (fits: (form: Form) => boolean): number => [...forms].filter(fits).length
  const cut = (form: Form): void => {
    forms.delete(form)
    form.state = 'cut'
    form.cut()
  }
  const isLarge = ({ bytes }: Form) => bytes > uploadLimits.smallBytes

  /** Frees a place of the address that has the most, if it has two more than this one. @returns whether there is one now */
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
    /** @throws request.busy where the wallet, the address or all have as many as they may */
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
    /** Cuts off what came too slowly since its window began. */
    sweep(): void {
      const nowMs = wall.now().getTime()
      for (const form of [...forms]) {
        if (form.state === 'complete' || nowMs - form.sinceMs < uploadLimits.windowMs) continue
        if (form.inWindow < uploadLimits.leastBytes) cut(form)
        else Object.assign(form, { sinceMs: nowMs, inWindow: 0 })
      }
    },
    /** How many forms have begun and not ended. */
    begun: (): number => forms.size,
  }
}
export type UploadPlaces = ReturnType<typeof createUploadPlaces>
