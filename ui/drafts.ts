/** What was typed into a form, by the names of its fields. */
export type Fields = Readonly<Record<string, string>>
type Draft = { readonly at: number; readonly fields: Fields }
/** Drafts by wallet and by form. */
export type Drafts = Readonly<Record<string, Readonly<Record<string, Draft>>>>

/** Assumed: after three days nobody means what they once typed. */
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
 * Keeps what was typed into a form, or forgets it without `fields`. Old drafts go, the oldest beyond twenty, and those of wallets this
 * device forgot.
 * @param at milliseconds since 1970
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

/** What was typed into a form, unless that is too long ago. */
export function draftOf(kept: Drafts, of: string, form: string, now: number): Fields | undefined {
  const draft = kept[of]?.[form]
  return draft && now - draft.at < keptMs ? draft.fields : undefined
}
