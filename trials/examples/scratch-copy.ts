import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { removeUnused } from '#engine/own-postgres/kept-files.ts'
import { dayMs } from '#kit/time/clock.ts'
import { isWaiting, root, runNode } from '#scripts/run/command.ts'
import { compilerEnv, projects } from '#scripts/run/type-check.ts'
import { buildInfo, type Copy, remembered, types } from './try-out.ts'

export type ScratchCopy = Copy & {
  readonly folder: string
  /** Caches the compiler's state. @throws on type errors */
  remember(project: string): Promise<void>
  remove(): void
}

const compiled = join(root, 'node_modules', '.cache', 'glasshouse', 'compiled')
const env = { ...compilerEnv, NODE_COMPILE_CACHE: compiled }
/** Node's cache does not record last use, so files still in use are sometimes deleted and rebuilt. */
const keeping = { isOurs: () => true, unusedMs: 7 * dayMs, most: 4_000 }

const prefix = 'glasshouse-example-'
const copies = new Set<string>()
let isWatching = false

function removeCopies(): void {
  for (const folder of copies) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  copies.clear()
}

/** The next run removes copies of a killed process. */
function watchForTheEnd(): void {
  if (isWatching) return
  isWatching = true
  process.on('exit', removeCopies)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (!isWaiting()) process.exit(130)
    })
  for (const name of readdirSync(tmpdir())) {
    const [, owner] = /^(\d+)-/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '') ?? []
    if (owner && !isAlive(Number(owner))) rmSync(join(tmpdir(), name), { recursive: true, force: true })
  }
  for (const name of existsSync(compiled) ? readdirSync(compiled) : []) removeUnused(join(compiled, name), keeping)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as { code?: unknown }).code === 'EPERM'
  }
}

/** Copies tracked and untracked files, with installed packages. */
export function scratchCopy(): ScratchCopy {
  watchForTheEnd()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  copies.add(folder)
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  for (const path of files.split('\n').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    cpSync(join(root, path), join(folder, path))
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const git = (args: readonly string[], input?: string) =>
    execFileSync('git', ['-c', 'core.autocrlf=false', ...args], {
      cwd: folder,
      encoding: 'utf8',
      ...(input === undefined ? {} : { input }),
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  git(['init', '-q'])
  git(['add', '-A'])
  const run: Copy['run'] = ({ args }) => runNode(args, { cwd: folder, env })
  return {
    folder,
    restore() {
      git(['checkout', '-q', '--', '.'])
      git(['clean', '-qfd', '-e', 'node_modules'])
      for (const project of projects)
        if (existsSync(remembered(project))) cpSync(remembered(project), join(folder, buildInfo(project)))
    },
    apply: (patch) => void git(['apply', '-'], patch),
    run,
    async remember(project) {
      const info = join(folder, buildInfo(project))
      if (existsSync(remembered(project))) cpSync(remembered(project), info)
      const { ok, output } = await run(types(project))
      if (!ok) throw new Error(`the project itself has wrong types\n${output}`)
      mkdirSync(dirname(remembered(project)), { recursive: true })
      cpSync(info, remembered(project))
    },
    remove() {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
      copies.delete(folder)
    },
  }
}
