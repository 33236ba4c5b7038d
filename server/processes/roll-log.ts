import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs'

export type LogRoom = {
  readonly bytesMax: number
  readonly former: number
}

/** 100 MB in total, about 500,000 calls. Frequent callers cannot fill the disk. */
export const logRoom: LogRoom = { bytesMax: 20_000_000, former: 4 }

/**
 * Rotates a large log to `<path>.1` and deletes the oldest. The writer keeps its file open, so this copies and truncates the file.
 * Concurrent log entries may be lost.
 */
export function rollLog(path: string, { bytesMax, former }: LogRoom = logRoom): void {
  if (!existsSync(path) || statSync(path).size <= bytesMax) return
  for (let place = former - 1; place >= 1; place--)
    if (existsSync(`${path}.${place}`)) renameSync(`${path}.${place}`, `${path}.${place + 1}`)
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}
