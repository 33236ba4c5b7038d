import { readJson } from '#kit/amount/exact.ts'
import { beginning } from '#proofs/tree/format.ts'
import type { PublishedDay } from './own-proof.ts'

export type Walk = {
  /** Newest first, chained by digest, down to the requested day or the first. */
  readonly statements: readonly PublishedDay[]
  /** Newest day whose statement is missing or differs from this device's copy; undefined if none. */
  readonly changed: string | undefined
}

type WalkOptions = {
  readonly kept: readonly PublishedDay[]
  readonly first: string
  /** Fetches days before `before`, not older than `from`, newest first; empty if none. */
  readonly fetchOlder: (before: string, from: string) => Promise<readonly PublishedDay[]>
  readonly digestOf: (text: string) => Promise<string>
}

const pagesMax = 25

/** Digest of the previous statement; undefined if unreadable, which the check reports. */
function previousOf(text: string): unknown {
  try {
    return (readJson(text) as { readonly previous?: unknown } | null)?.previous
  } catch {
    return undefined
  }
}

const isNewerFirst = (one: PublishedDay, other: PublishedDay): number => (one.day < other.day ? 1 : -1)

export async function walkDown(newest: PublishedDay, options: WalkOptions): Promise<Walk> {
  const kept = options.kept.toSorted(isNewerFirst)
  const byDigest = new Map(
    await Promise.all(kept.map(async (each) => [await options.digestOf(each.text), each] as const)),
  )
  const statements = [newest]
  let fetched: readonly PublishedDay[] = []
  let pages = 0
  for (let last = newest; last.day > options.first; ) {
    const previous = previousOf(last.text)
    const { day } = last
    let next = typeof previous === 'string' ? byDigest.get(previous) : undefined
    next ??= fetched.find((each) => each.day < day)
    if (previous === beginning) break
    if (!next && pages < pagesMax) {
      pages += 1
      const from = [options.first, kept.find((each) => each.day < day)?.day ?? ''].toSorted()[1] ?? ''
      fetched = await options.fetchOlder(day, from)
      next = fetched.find((each) => each.day < day)
    }
    if (!next || next.day >= day) break
    statements.push(next)
    last = next
  }
  const oldest = statements.at(-1)?.day ?? newest.day
  const texts = new Set(statements.map(({ text }) => text))
  return { statements, changed: kept.find(({ day, text }) => day >= oldest && !texts.has(text))?.day }
}
