/** Copies the database and the secrets. npm run backup -- <folder> */
import { resolve } from 'node:path'
import { makeBackup } from '#server/backup/make-backup.ts'
import { configOrExit } from './run/config.ts'
import { failWith } from './run/fail-with.ts'

const config = configOrExit()
const [into] = process.argv.slice(2)
try {
  if (!into) throw new Error('Name the folder of the backups: npm run backup -- <folder>')
  const folder = await makeBackup({ ...config, environment: process.env }, resolve(into))
  process.stdout.write(
    `${folder} is complete. Copy it to another machine. It does not contain the signer's passphrase.\n`,
  )
} catch (error) {
  failWith(error)
}
