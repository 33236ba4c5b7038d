import { dayMs } from '#kit/clock.ts'
import { viewsDatabase } from './device-keys.ts'
import { type SealedRow, sealedRows } from './sealed-rows.ts'

/** What a screen showed last, and when it was read. */
export type KeptView = { readonly data: unknown; readonly at: number }

/** As many views as are kept, how large one may be as JSON, and how long it stays. */
export const viewsMax = 80
export const viewLengthMax = 100_000
export const viewLifeMs = 30 * dayMs

const rows = sealedRows(viewsDatabase)

/** Whom to keep it for, and whether it is still them when it has been sealed: who signed out meanwhile leaves nothing behind. */
export type Keeper = { readonly owner: string; isStill(): boolean }

/** Keeps what a screen shows. What is too large is not kept. */
export async function keepView({ owner, isStill }: Keeper, name: string, view: KeptView): Promise<void> {
  const text = JSON.stringify(view)
  if (text.length <= viewLengthMax) await rows.put({ owner, name, at: view.at }, text, isStill)
}

/** What was kept under a name; undefined when nothing was, or it cannot be opened. */
export async function keptView(owner: string, name: string): Promise<KeptView | undefined> {
  const text = await rows.get({ owner, name })
  return text === undefined ? undefined : (JSON.parse(text) as KeptView)
}

type Kept = Pick<SealedRow, 'owner' | 'at'>
/** Which of the kept views go: those of others, those too old, and the oldest where there are too many. */
export function superfluous(
  kept: readonly (readonly [key: string, row: Kept])[],
  owners: readonly string[],
  now: number,
): string[] {
  const isLiving = ({ owner, at }: Kept) => owners.includes(owner) && now - at <= viewLifeMs
  const living = kept.filter(([, row]) => isLiving(row)).toSorted(([, one], [, other]) => other.at - one.at)
  const staying = new Set(living.slice(0, viewsMax).map(([key]) => key))
  return kept.map(([key]) => key).filter((key) => !staying.has(key))
}

/** Forgets what is superfluous. */
export async function pruneViews(owners: readonly string[], now: number): Promise<void> {
  for (const key of superfluous(await rows.list(), owners, now)) await rows.remove(key)
}
