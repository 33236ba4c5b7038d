import { dayMs } from '#kit/time/clock.ts'
import { viewsDatabase } from './device-keys.ts'
import { type SealedRow, sealedRows } from './sealed-rows.ts'

/** Another build may expect other fields, so it does not see the view. */
const build = import.meta.url

export type KeptView = { readonly data: unknown; readonly at: number }

export const viewsMax = 80
export const viewLengthMax = 100_000
export const viewLifeMs = 30 * dayMs

const rows = sealedRows(viewsDatabase)

export type Keeper = { readonly owner: string; isStill(): boolean }

export async function keepView({ owner, isStill }: Keeper, name: string, view: KeptView): Promise<void> {
  const text = JSON.stringify({ ...view, build })
  if (text.length <= viewLengthMax) await rows.put({ owner, name, at: view.at }, text, isStill)
}

export async function keptView(owner: string, name: string): Promise<KeptView | undefined> {
  const text = await rows.get({ owner, name })
  const view = text === undefined ? undefined : (JSON.parse(text) as KeptView & { readonly build?: string })
  return view?.build === build ? view : undefined
}

type Kept = Pick<SealedRow, 'owner' | 'at'>
/** Views to delete: other owners', expired, and the oldest above the limit. */
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

export async function pruneViews(owners: readonly string[], now: number): Promise<void> {
  for (const key of superfluous(await rows.list(), owners, now)) await rows.remove(key)
}
