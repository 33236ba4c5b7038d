import type { WalletId } from '#kit/ids.ts'

const atOnce = 2

type Queue = { running: number; readonly waiting: (() => void)[] }

/** Limits concurrent reads per wallet, so one busy wallet does not slow others. */
export function createUserSemaphore() {
  const queues = new Map<WalletId, Queue>()

  function enter(walletId: WalletId): Queue | Promise<Queue> {
    const queue = queues.get(walletId) ?? { running: 0, waiting: [] }
    queues.set(walletId, queue)
    if (queue.running < atOnce) {
      queue.running += 1
      return queue
    }
    return new Promise((goOn) => queue.waiting.push(() => goOn(queue)))
  }

  function leave(walletId: WalletId, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running -= 1
    if (queue.running === 0) queues.delete(walletId)
  }

  return async <Out>(walletId: WalletId, read: () => Promise<Out>): Promise<Out> => {
    const queue = await enter(walletId)
    try {
      return await read()
    } finally {
      leave(walletId, queue)
    }
  }
}
export type UserSemaphore = ReturnType<typeof createUserSemaphore>
