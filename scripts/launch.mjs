// Plain JavaScript for Node ≥ 20. Installs missing packages, then runs a script on Node 24.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [script, ...args] = process.argv.slice(2)
const stamp = join(root, 'node_modules', '.glasshouse-installed')
const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

/** A linked node_modules belongs to another folder. */
const isLinked = lstatSync(dirname(stamp), { throwIfNoEntry: false })?.isSymbolicLink() ?? false
const isInstalled = isLinked || (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted)
/** These commands need a running product. */
const needsProduct = ['server/ops.ts', 'scripts/dev-reset.ts', 'scripts/backup.ts'].includes(script)
if (needsProduct && !isLinked && !existsSync(stamp)) {
  process.stderr.write(
    'Glasshouse has not been started in this folder yet. Run npm start first: it installs what is missing (about 850 MB).\n' +
      'If it runs from another folder, run this command there.\n',
  )
  process.exit(1)
}
if (!isInstalled) {
  process.stdout.write('Installing what the lock file names …\n')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const done = spawnSync(npm, ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) {
    process.stderr.write('npm ci failed; see above.\n')
    process.exit(done.status ?? 1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** The packaged Node has a different name on Apple silicon. */
function node24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  for (const name of [`node-${system}`, `node-bin-${system}`]) {
    const binary = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    if (existsSync(binary)) return binary
  }
  process.stderr.write(
    `Glasshouse runs on Node 24 or newer, and this is Node ${process.versions.node}. For ${system} no npm package brings a newer one.\n` +
      'Install Node 24 or newer from https://nodejs.org, then run the same command again.\n',
  )
  process.exit(1)
}

// Fixes the young generation at 16 MiB, because resizing up to 64 MiB causes pauses under load (docs/performance.md). Forked children
// inherit it.
const memory = ['--min-semi-space-size=16', '--max-semi-space-size=16', '--no-memory-reducer']

// The IPC channel closes whenever this process ends, which stops the child.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
// Cached bytecode halves load time.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'), ...process.env }
const child = spawn(node24(), [...memory, script, ...args], { cwd: root, stdio, env })
// The terminal sends Ctrl-C to the whole group; only SIGTERM needs forwarding.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => child.kill('SIGTERM'))
// npm kills only the shell between it and this process. A changed parent reveals that.
const parent = process.ppid
if (process.env.npm_lifecycle_event)
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500).unref()
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
