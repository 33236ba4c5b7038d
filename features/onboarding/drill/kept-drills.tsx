import { wallClock } from '#kit/time/clock.ts'
import { changeKept, readKept } from '#ui/draft/kept-json.ts'
import { type Drill, nextDrill } from './drill.ts'

type Drills = Readonly<Record<string, Drill>>
const areDrills = (value: unknown): value is Drills =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each?.from === 'number' && typeof each.putOff === 'number')

export async function readDrill(walletId: string): Promise<Drill> {
  const drills = (await readKept('drills', areDrills)) ?? {}
  const kept = Object.hasOwn(drills, walletId) ? drills[walletId] : undefined
  return kept ?? keepDrill(walletId, nextDrill(wallClock.now().getTime()))
}

/** The drill data never leaves this device. */
export async function keepDrill(walletId: string, drill: Drill): Promise<Drill> {
  await changeKept('drills', areDrills, (drills) => ({ ...drills, [walletId]: drill }))
  return drill
}
