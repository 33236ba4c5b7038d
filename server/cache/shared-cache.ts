import { type Clock, minuteMs } from '#kit/time/clock.ts'
import type { Contract } from '#kit/wire/contract.ts'
import type { Envelope } from '#kit/wire/signing/envelope.ts'
import type { CachedResponse } from './response-cache.ts'

export type Clocks = { readonly clock: Clock; readonly wall: Clock }

/** True for public reads that return the same to every caller, except for timestamps. */
export const isShared = ({ access, method, fresh, moments }: Contract): boolean =>
  access === 'open' && method === 'GET' && (!fresh || moments !== undefined)

/** Minutes by which the business clock is ahead of the real clock. Moving the business clock invalidates all cached answers. */
export const aheadOf = ({ clock, wall }: Clocks): number =>
  Math.round((clock.now().getTime() - wall.now().getTime()) / minuteMs)

/** Last time as text, cached because many answers share a millisecond. */
let told = { ms: Number.NaN, text: '' }
function momentText(at: Date): string {
  const ms = at.getTime()
  if (told.ms !== ms) told = { ms, text: at.toISOString() }
  return told.text
}

const marked = (name: string) => `"${name}":"@${name}@"`

/** Replaces timestamps with placeholders. JSON escapes quotes, so no text can contain a placeholder. */
export function markMoments(envelope: Envelope, { moments }: Contract): Envelope {
  if (!moments) return envelope
  const marks = Object.fromEntries(moments.map((name) => [name, `@${name}@`]))
  return { ...envelope, data: { ...(envelope.data as object), ...marks } }
}

export function withMoments(answer: CachedResponse, { moments }: Contract, clocks: Clocks): CachedResponse {
  if (!moments) return answer
  const pieces: string[] = []
  let rest = answer.text
  for (const name of moments) {
    const at = rest.indexOf(marked(name))
    pieces.push(`${rest.slice(0, at)}"${name}":"`)
    rest = `"${rest.slice(at + marked(name).length)}`
  }
  const clockOf = { now: clocks.clock, wall: clocks.wall }
  const body = () => moments.map((name, at) => pieces[at] + momentText(clockOf[name].now())).join('') + rest
  return { ...answer, etag: undefined, body }
}
