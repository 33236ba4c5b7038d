import { spawn, spawnSync } from 'node:child_process'

const placeOf = (url: string) => {
  const { hostname, port, username } = new URL(url)
  // A socket's folder is encoded in the URL.
  return ['-h', decodeURIComponent(hostname), '-p', port, '-U', username, 'postgres']
}

/** Creates ten branches and a million accounts. */
export function preparePgbench(url: string): void {
  const { status, stderr } = spawnSync('pgbench', ['-i', '-s', '10', '-q', ...placeOf(url)], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`pgbench could not begin (it comes with PostgreSQL): ${stderr}`)
}

/** Runs TPC-B with eight clients and prepared statements. @returns transactions per second */
export function runPgbench(url: string, seconds: number): Promise<number> {
  const args = ['-c', '8', '-j', '2', '-T', `${seconds}`, '-M', 'prepared', '-n', ...placeOf(url)]
  const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      const [, perSecond] = /tps = ([\d.]+)/.exec(output) ?? []
      if (perSecond) resolve(Number(perSecond))
      else reject(new Error(`pgbench said no number: ${output}`))
    })
  })
}
