import { currentBoot } from '../shell/boot.ts'

const hoursFrom = 120

/** Formats estimated seconds as "3 min", rounded up, or "3 hr". */
export function showDuration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const [unit, count] = minutes < hoursFrom ? ['minute', minutes] : ['hour', Math.ceil(minutes / 60)]
  const form = { style: 'unit', unit: String(unit), unitDisplay: 'short' } as const
  return new Intl.NumberFormat(`${currentBoot().language}-u-nu-latn`, form).format(Number(count))
}
