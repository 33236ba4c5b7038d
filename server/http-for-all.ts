import { type Clock, minuteMs } from '#kit/clock.ts'
import type { Contract } from '#kit/wire/contract.ts'
import type { Envelope } from '#kit/wire/envelope.ts'
import type { Remembered } from './remembered.ts'

/** The business clock and the real one. */
export type Clocks = { readonly clock: Clock; readonly wall: Clock }

/** What anybody may read and is the same for everybody, but for the moment it tells. */
export const isForAll = ({ access, method, fresh, moments }: Contract): boolean =>
  access === 'open' && method === 'GET' && (!fresh || moments !== undefined)

/** By how many minutes the business clock is ahead. One that was moved makes everything told before it old. */
export const aheadOf = ({ clock, wall }: Clocks): number =>
  Math.round((clock.now().getTime() - wall.now().getTime()) / minuteMs)

/** A moment as it is told; many answers are of one millisecond. */
let told = { ms: Number.NaN, text: '' }
function momentText(at: Date): string {
  const ms = at.getTime()
  if (told.ms !== ms) told = { ms, text: at.toISOString() }
  return told.text
}

const marked = (name: string) => `"${name}":"@${name}@"`

/** The same envelope with marks where the moments stand, which no text in it can hold: JSON writes its quotes otherwise. */
export function markMoments(envelope: Envelope, { moments }: Contract): Envelope {
  if (!moments) return envelope
  const marks = Object.fromEntries(moments.map((name) => [name, `@${name}@`]))
  return { ...envelope, data: { ...(envelope.data as object), ...marks } }
}

/** An answer whose moments are told anew each time it is given. */
export function withMoments(answer: Remembered, { moments }: Contract, clocks: Clocks): Remembered {
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
