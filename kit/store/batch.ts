type Waiting<Item, Answer> = {
  readonly item: Item
  readonly name: string | undefined
  readonly done: (answer: Answer | Promise<Answer>) => void
  readonly failed: (error: unknown) => void
}

export type BatchOptions<Item> = {
  /** Maximum concurrent batches. Default 1. */
  readonly lanes?: number
  /** Items that must wait before another batch starts alongside a running one. Default 1. */
  readonly fill?: number
  /** Batch size. Default 64. */
  readonly most?: number
  /** Returns an item's key. Items with the same key never run concurrently. */
  readonly apart?: (item: Item) => string
}

/**
 * Batches concurrent calls without added delay: a lone call runs immediately, and batches grow with the load. `work` must answer in input
 * order; its error rejects the whole batch. An answer that is still a promise blocks only its caller and later calls with the same key.
 */
export function batched<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  { lanes = 1, fill = 1, most = 64, apart }: BatchOptions<Item> = {},
): (item: Item) => Promise<Answer> {
  let queue: Waiting<Item, Answer>[] = []
  const underWay = new Set<string>()
  let busy = 0

  function take(): Waiting<Item, Answer>[] {
    if (!apart) return queue.splice(0, most)
    const group: Waiting<Item, Answer>[] = []
    const later: Waiting<Item, Answer>[] = []
    // Once an item is skipped, later items with its key are too, to keep their order.
    const passed = new Set<string>()
    for (const waiting of queue) {
      const name = waiting.name ?? ''
      if (group.length === most || underWay.has(name) || passed.has(name)) {
        later.push(waiting)
        passed.add(name)
        continue
      }
      underWay.add(name)
      group.push(waiting)
    }
    queue = later
    return group
  }

  const free = (name: string | undefined): void => {
    if (name !== undefined) underWay.delete(name)
  }

  function answer({ name, done }: Waiting<Item, Answer>, given: Answer | Promise<Answer>): void {
    done(given)
    const ended = () => {
      free(name)
      if (busy < lanes && canGo()) start()
    }
    if (given instanceof Promise) given.then(ended, ended)
    else free(name)
  }

  async function send(group: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await work(group.map(({ item }) => item))
      for (const [place, waiting] of group.entries()) answer(waiting, answers[place] as Answer | Promise<Answer>)
    } catch (error) {
      for (const { name, failed } of group) {
        failed(error)
        free(name)
      }
    }
  }

  const canGo = (): boolean => queue.some(({ name }) => name === undefined || !underWay.has(name))

  async function run(): Promise<void> {
    for (let group = take(); group.length > 0; group = take()) await send(group)
    busy -= 1
    if (busy === 0 && canGo()) start()
  }

  function start(): void {
    busy += 1
    queueMicrotask(() => void run())
  }

  return (item) =>
    new Promise((done, failed) => {
      queue.push({ item, name: apart?.(item), done, failed })
      if (busy === 0 || (busy < lanes && queue.length >= fill)) start()
    })
}
