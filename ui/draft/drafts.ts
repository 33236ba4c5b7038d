export type Fields = Readonly<Record<string, string>>
type Draft = { readonly at: number; readonly fields: Fields }
export type Drafts = Readonly<Record<string, Readonly<Record<string, Draft>>>>

/** Assumed: drafts older than three days are no longer wanted. */
const keptMs = 3 * 24 * 60 * 60 * 1000
const draftsMax = 20

const areFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'at' in value &&
  typeof value.at === 'number' &&
  'fields' in value &&
  areFields(value.fields)
export const areDrafts = (value: unknown): value is Drafts =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((own) => typeof own === 'object' && own !== null && Object.values(own).every(isDraft))

type Change = { readonly of: string; readonly form: string; readonly fields: Fields | undefined; readonly at: number }

/**
 * Stores a draft, or deletes it without `fields`. Drops expired drafts, the oldest above twenty, and drafts of forgotten wallets. @param at
 * milliseconds since 1970
 */
export function withDraft(kept: Drafts, known: readonly string[], { of, form, fields, at }: Change): Drafts {
  const { [form]: _, ...others } = kept[of] ?? {}
  const own = fields ? { ...others, [form]: { at, fields } } : others
  const fresh = (drafts: Drafts[string]) =>
    Object.fromEntries(
      Object.entries(drafts)
        .filter(([, draft]) => at - draft.at < keptMs)
        .sort(([, one], [, other]) => other.at - one.at)
        .slice(0, draftsMax),
    )
  return Object.fromEntries(
    Object.entries({ ...kept, [of]: own })
      .map(([wallet, drafts]) => [wallet, fresh(drafts)] as const)
      .filter(([wallet, drafts]) => known.includes(wallet) && Object.keys(drafts).length > 0),
  )
}

export function draftOf(kept: Drafts, of: string, form: string, now: number): Fields | undefined {
  const draft = kept[of]?.[form]
  return draft && now - draft.at < keptMs ? draft.fields : undefined
}
