import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root, runNode } from '../run/command.ts'
import { compilerEnv, projects } from '../run/type-check.ts'
import { buildInfo, type Copy, remembered, types } from './try-out.ts'

export type ScratchCopy = Copy & {
  /** Lets the compiler read a project as it is, and keeps what it learns for the next time. @throws when its types are wrong */
  remember(project: string): Promise<void>
  remove(): void
}

/** Node keeps what it compiled, so that the same script starts sooner the next time. */
const env = { ...compilerEnv, NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'glasshouse', 'compiled') }

/** A copy of everything git knows or would add, with the installed packages. */
export function scratchCopy(): ScratchCopy {
  const folder = mkdtempSync(join(tmpdir(), 'glasshouse-example-'))
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
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
