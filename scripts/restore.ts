/** Restores a backup into DATA_DIR. npm run restore -- <folder of one backup> [--until <ISO time>] [--wal <folder>] */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { configOrExit } from './run/config.ts'
import { failWith } from './run/fail-with.ts'

const { dataDir } = configOrExit()

const untilOf = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  if (
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) ||
    Number.isNaN(Date.parse(text))
  )
    throw new Error(`--until ${text} cannot be used: it takes a time such as 2026-11-29T14:05:00Z.`)
  return text
}

try {
  const options = { until: { type: 'string' }, wal: { type: 'string', multiple: true } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [folder] = positionals
  if (!folder) throw new Error('Name a backup: npm run restore -- <folder/time> [--until <ISO time>] [--wal <folder>]')
  const copy = resolve(folder)
  const until = untilOf(values.until)
  const wal = (values.wal ?? []).map((each) => resolve(each))
  const { manifest, newestEntry } = await restoreBackup(copy, dataDir, { until, wal })
  const steps = [
    ...(newestEntry === undefined
      ? [`Restore ${join(copy, 'database')} on your PostgreSQL server (docs/operating.md, "Backups").`]
      : []),
    `Replace ${join(dataDir, 'signer')} with the newest files of the signer, if they are newer than the backup.`,
    "Put the signer's passphrase back (PASSPHRASE_FILE; in a demo signer/passphrase).",
    'npm start',
    'npm run ops -- ledger verify',
    'npm run ops -- books show',
    'npm run ops -- incident list',
    `npm run ops -- log verify ${join(copy, 'operator-log-heads.jsonl')}`,
  ]
  const end = newestEntry === undefined ? '' : ` up to entry ${newestEntry}`
  process.stdout.write(`${dataDir} has the backup of ${manifest.time}${end}. Next:\n`)
  for (const [place, step] of steps.entries()) process.stdout.write(`${place + 1}. ${step}\n`)
} catch (error) {
  failWith(error)
}
