import { cleanLine, countedLength, isWithin } from '#kit/text/typed-text.ts'
import { showCount } from '../text/format.ts'
import type { Say } from '../text/texts.ts'

/** Message with the excess length, or undefined. Text is never truncated. */
export function tooLong(t: Say, typed: string, most: number, clean = cleanLine): string | undefined {
  const text = clean(typed)
  if (isWithin(text, most)) return undefined
  return t('form.too_long', { most: showCount(most), count: showCount(countedLength(text, most)) })
}
