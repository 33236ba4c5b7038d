import { spawnSync } from 'node:child_process'

export type Environment = Readonly<Record<string, string | undefined>>

/** @throws with what to install, or with the message of pg_basebackup */
export function copyExternal(ownerUrl: string, to: string, environment: Environment): void {
  // Other users of the machine can read arguments, but not the environment.
  const [, start = '', password = '', end = ''] = /^([^:]+:\/\/[^:@/]*)(?::([^@/]*))?(@.*)$/.exec(ownerUrl) ?? []
  const url = start === '' ? ownerUrl : `${start}${end}`
  const env = { ...environment, ...(password === '' ? {} : { PGPASSWORD: decodeURIComponent(password) }) }
  const args = ['--dbname', url, '--pgdata', to, '--wal-method=stream', '--checkpoint=fast', '--no-password']
  const done = spawnSync('pg_basebackup', args, { env, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  if ((done.error as { code?: unknown } | undefined)?.code === 'ENOENT')
    throw new Error(
      'DATABASE_URL names a server of your own, and pg_basebackup is not on PATH: install the client programs of its PostgreSQL version (such as the package postgresql-client-18).',
    )
  if (done.status !== 0) throw new Error(`pg_basebackup failed: ${done.error?.message ?? done.stderr.trim()}`)
}
