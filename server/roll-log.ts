import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs'

export type LogRoom = {
  /** A log larger than this begins anew. */
  readonly bytesMax: number
  /** How many former ones are kept. */
  readonly former: number
}

/** 100 MB a part: some 500,000 calls, and no disk is filled by whoever calls often. */
export const logRoom: LogRoom = { bytesMax: 20_000_000, former: 4 }

/**
 * Lets a log that has grown large begin anew: what is in it becomes `<path>.1`, and the oldest one goes. The process that writes keeps its
 * file open, so the file stays and is emptied; a line written in that moment may be lost.
 */
export function rollLog(path: string, { bytesMax, former }: LogRoom = logRoom): void {
  if (!existsSync(path) || statSync(path).size <= bytesMax) return
  for (let place = former - 1; place >= 1; place--)
    if (existsSync(`${path}.${place}`)) renameSync(`${path}.${place}`, `${path}.${place + 1}`)
  copyFileSync(path, `${path}.1`)
  truncateSync(path)
}
