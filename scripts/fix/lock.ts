/**
 * Adds optional packages of other platforms to package-lock.json. If a registry lacks them, npm omits them, and `npm ci` then rejects its
 * own file. Run npm run fix -- lock after every dependency change. Platforms come from package names. Digests are added if the registry has them,
 * so every machine installs the same bytes.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

type Row = {
  version?: string
  integrity?: string
  optional?: boolean
  dev?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Row> }

const systems: Record<string, string> = {
  android: 'android',
  darwin: 'darwin',
  freebsd: 'freebsd',
  linux: 'linux',
  openharmony: 'openharmony',
  win: 'win32',
  win32: 'win32',
  windows: 'win32',
  wasm32: 'wasm',
  wasi: 'wasm',
}
const processors = ['x64', 'arm64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32']

/** Derived from names like "cli-linux-arm64-musl". */
function platformOf(name: string): Pick<Row, 'os' | 'cpu' | 'libc'> {
  const words = name.replace('amd64', 'x64').split(/[-/]/)
  const system = words.map((word) => systems[word]).find(Boolean)
  const processor = processors.find((each) => words.includes(each))
  if (!system) throw new Error(`${name}: its name tells no platform`)
  return {
    os: [system],
    ...(processor ? { cpu: [processor] } : words.some((word) => word.startsWith('arm')) ? { cpu: ['arm'] } : {}),
    ...(words.includes('musl') ? { libc: ['musl'] } : words.includes('gnu') ? { libc: ['glibc'] } : {}),
  }
}

/** Undefined if the registry lacks the package. */
function integrityOf(name: string, version: string): string | undefined {
  try {
    const asked = ['view', `${name}@${version}`, 'dist.integrity']
    const said = execFileSync('npm', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    return said.startsWith('sha512-') ? said : undefined
  } catch {
    return undefined
  }
}

const path = new URL('../../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock
const added: string[] = []
for (const row of Object.values(lock.packages))
  for (const [name, version] of Object.entries(row.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (lock.packages[place] || !/^\d/.test(version)) continue
    lock.packages[place] = { version, ...platformOf(name), ...(row.dev ? { dev: true } : {}), optional: true }
    added.push(name)
  }
const without: string[] = []
for (const [place, row] of Object.entries(lock.packages)) {
  if (place === '' || row.integrity || !row.version) continue
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = integrityOf(name, row.version)
  if (integrity) row.integrity = integrity
  else without.push(name)
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added.length} packages of other platforms added to the lock file\n`)
process.stdout.write(`${without.length} have no digest, because this registry does not carry them\n`)
