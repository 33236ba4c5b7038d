import { readJson } from '#kit/exact.ts'
import { beginning } from '#proofs/tree/format.ts'
import type { PublishedDay } from './own-proof.ts'

export type Walk = {
  /** Newest first, each the one that the one before it names, as far down as was asked for and there are. */
  readonly statements: readonly PublishedDay[]
  /** The newest day of which this device keeps another statement, or one that is gone now; undefined where none is. */
  readonly changed: string | undefined
}

type WalkOptions = {
  /** Statements this device keeps, in any order. */
  readonly kept: readonly PublishedDay[]
  /** The oldest day wanted. */
  readonly first: string
  /** Fetches statements older than `before`, newest first, not older than `from`; empty where there are none. */
  readonly fetchOlder: (before: string, from: string) => Promise<readonly PublishedDay[]>
  /** SHA-256 of a text, hexadecimal. */
  readonly digestOf: (text: string) => Promise<string>
}

/** A month each. */
const pagesMax = 25

/** What a statement calls the one before it; undefined where it cannot be read: whoever checks it says so. */
function previousOf(text: string): unknown {
  try {
    return (readJson(text) as { readonly previous?: unknown } | null)?.previous
  } catch {
    return undefined
  }
}

const isNewerFirst = (one: PublishedDay, other: PublishedDay): number => (one.day < other.day ? 1 : -1)

/** Walks from the newest statement to older ones. A kept statement is taken, not fetched, where the one after it names its digest. */
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
