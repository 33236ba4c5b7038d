/** One that waits to be done with others. */
type Waiting<Item, Answer> = {
  readonly item: Item
  readonly name: string | undefined
  readonly done: (answer: Answer | Promise<Answer>) => void
  readonly failed: (error: unknown) => void
}

export type TogetherOptions<Item> = {
  /** How many groups may be under way at once; 1 unless said. */
  readonly lanes?: number
  /** How many must wait before a second group sets out beside another: larger groups cost less. 1 unless said. */
  readonly fill?: number
  /** The most that go together; 64 unless said. */
  readonly most?: number
  /** Two of one name are never under way at once: the second waits until the first is done, and what was left to go on by itself is. */
  readonly apart?: (item: Item) => string
}

/**
 * Does work for all who wait at once, without making any of them wait for others to come: whoever comes alone goes at once, and
 * groups grow with the load by themselves. `work` answers in the order it was asked; what it throws is thrown at each of the group. An
 * answer that is still a promise goes on by itself: nobody but its own caller, and who has its name, waits for it.
 */
export function together<Item, Answer>(
  work: (items: readonly Item[]) => Promise<readonly (Answer | Promise<Answer>)[]>,
  { lanes = 1, fill = 1, most = 64, apart }: TogetherOptions<Item> = {},
): (item: Item) => Promise<Answer> {
  let queue: Waiting<Item, Answer>[] = []
  const underWay = new Set<string>()
  let busy = 0

  function take(): Waiting<Item, Answer>[] {
    if (!apart) return queue.splice(0, most)
    const group: Waiting<Item, Answer>[] = []
    const later: Waiting<Item, Answer>[] = []
    // A name that is passed over stays passed over: its calls keep their order.
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
    // What waited for a name of another lane is taken by whichever lane ends last.
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
