import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { patienceMs } from '#kit/test/test-until.ts'
import { createSupervisor, type Program, StartError, type SupervisorOptions } from './supervisor.ts'

const childModule = new URL('../../kit/run-child.server.ts', import.meta.url).href
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function supervise(programs: readonly Program[], options: SupervisorOptions) {
  const supervisor = createSupervisor(programs, options)
  await supervisor.start()
  return supervisor
}

function program(name: string, body: string) {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, `import { runChild } from '${childModule}'\nimport { appendFileSync } from 'node:fs'\n${body}`)
  return { name, file }
}
const journal = (): string => readFileSync(join(folder, 'journal'), 'utf8')
const good = (name: string) =>
  program(
    name,
    `const say = (what) => appendFileSync('${join(folder, 'journal')}', '${name} ' + what + '\\n')
     await runChild(async () => { say('starts'); setInterval(() => {}, 1000); return { stop: async () => say('stops') } })`,
  )

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the supervisor', () => {
  it('starts a program after those it needs and stops them in the reverse order', async () => {
    const supervisor = await supervise([good('one'), { ...good('two'), after: ['one'] }], {
      logDir: folder,
      say: () => {},
    })
    const pids = [supervisor.pidOf('one') ?? 0, supervisor.pidOf('two') ?? 0]
    expect(pids.every(isAlive)).toBe(true)
    await supervisor.stop()
    expect(journal()).toBe('one starts\ntwo starts\ntwo stops\none stops\n')
    expect(pids.some(isAlive)).toBe(false)
  })

  it('starts a killed program again and says so', async () => {
    const said: string[] = []
    const supervisor = await supervise([good('one')], {
      logDir: folder,
      say: (line) => said.push(line),
      firstPauseMs: 10,
    })
    const first = supervisor.pidOf('one') ?? 0
    process.kill(first, 'SIGKILL')
    await vi.waitFor(() => expect(said).toContain('one is back'), { timeout: patienceMs })
    expect(said[0]).toMatch(/^one is ready \(\d+\.\d s\)$/)
    expect(said[1]).toMatch(/one ended \(SIGKILL\); starting it again/)
    expect(supervisor.pidOf('one')).not.toBe(first)
    await supervisor.stop()
  })

  it('lets no disk be filled by a program that says much, while it goes on', async () => {
    const talker = program(
      'talker',
      `await runChild(async () => { const timer = setInterval(() => process.stdout.write('x'.repeat(999) + '\\n'), 1); return { stop: async () => clearInterval(timer) } })`,
    )
    const supervisor = await supervise([talker], {
      logDir: folder,
      say: () => {},
      logRoom: { bytesMax: 20_000, former: 2 },
      logEveryMs: 5,
    })
    const path = join(folder, 'talker.log')
    await vi.waitFor(() => expect(existsSync(`${path}.2`)).toBe(true), { timeout: patienceMs, interval: 5 })
    await supervisor.stop()
    expect(existsSync(`${path}.3`)).toBe(false)
    expect(statSync(`${path}.1`).mode & 0o777).toBe(0o600)
    expect(readFileSync(`${path}.1`, 'utf8')).toMatch(/^x+$/m)
  })

  it('tells why a program cannot start, and stops those before it', async () => {
    const broken = program('broken', `await runChild(async () => { throw new Error('PORT is taken') })`)
    let pids: readonly number[] = []
    const seen = new Set<number>()
    const starting = supervise([good('one'), { ...broken, after: ['one'] }, { ...good('never'), after: ['broken'] }], {
      logDir: folder,
      say: () => {},
      onPids: (now) => {
        pids = now
        for (const pid of now) seen.add(pid)
      },
    })
    await expect(starting).rejects.toThrow(StartError)
    await expect(starting).rejects.toThrow('broken could not start: PORT is taken')
    expect(pids).toEqual([])
    expect(seen.size).toBe(2)
    await vi.waitFor(() => expect([...seen].some(isAlive)).toBe(false), { timeout: patienceMs })
  })

  it('is ready without a late program, starts it after the others, and again until it comes up', async () => {
    const said: string[] = []
    const tried = join(folder, 'tried')
    const late = program(
      'late',
      `import { existsSync, writeFileSync } from 'node:fs'
       await runChild(async () => {
         if (!existsSync('${tried}')) {
           writeFileSync('${tried}', '')
           throw new Error('not yet')
         }
         setInterval(() => {}, 1000)
         return { stop: async () => {} }
       })`,
    )
    const options = { logDir: folder, say: (line: string) => said.push(line), firstPauseMs: 10 }
    const supervisor = await supervise([{ ...late, isLate: true as const }, good('one')], options)
    expect([existsSync(tried), said.length]).toEqual([false, 1])
    await vi.waitFor(() => expect(said).toContain('late is back'), { timeout: patienceMs })
    expect(said[1]).toBe('late did not start (not yet); starting it again in 10 ms')
    const pid = supervisor.pidOf('late') ?? 0
    await supervisor.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('waits for a slow first start, and says what it waits for', async () => {
    const said: string[] = []
    const gate = join(folder, 'gate')
    const slow = program(
      'slow',
      `import { existsSync } from 'node:fs'
       await runChild(async () => {
         await new Promise((resolve) => { const look = setInterval(() => existsSync('${gate}') && (clearInterval(look), resolve()), 5) })
         setInterval(() => {}, 1000)
         return { stop: async () => {} }
       })`,
    )
    const supervisor = createSupervisor([good('one'), { ...slow, after: ['one'] }], {
      logDir: folder,
      say: (line) => said.push(line),
      sayWaitingMs: 5,
    })
    const starting = supervisor.start()
    await vi.waitFor(() => expect(said.join()).toMatch(/still starting slow \(\d+ s\)/), {
      timeout: patienceMs,
      interval: 5,
    })
    writeFileSync(gate, '')
    await starting
    await supervisor.stop()
  })

  it('gives up on a program that is never ready, and names its log', async () => {
    const never = program('never', 'setInterval(() => {}, 1000); process.on("disconnect", () => process.exit())')
    const starting = supervise([never], { logDir: folder, say: () => {}, readyWithinMs: 50 })
    await expect(starting).rejects.toThrow(`it was not ready within 0.05 s; see ${join(folder, 'never.log')}`)
  })

  it('hands a secret over as an open file', async () => {
    const secretFile = join(folder, 'secret')
    writeFileSync(secretFile, 'open sesame')
    const reader = program(
      'reader',
      `import { readFileSync } from 'node:fs'
       await runChild(async () => {
         appendFileSync('${join(folder, 'journal')}', readFileSync(4, 'utf8'))
         setInterval(() => {}, 1000)
         return { stop: async () => {} }
       })`,
    )
    const supervisor = await supervise([{ ...reader, secretFile }], { logDir: folder, say: () => {} })
    expect(journal()).toBe('open sesame')
    await supervisor.stop()
  })

  it('stops while it is still starting', async () => {
    const never = program('never', 'setInterval(() => {}, 1000); process.on("disconnect", () => process.exit())')
    const supervisor = createSupervisor(
      [good('one'), { ...never, after: ['one'] }, { ...good('two'), after: ['never'] }],
      { logDir: folder, say: () => {} },
    )
    const starting = supervisor.start().catch((error: Error) => error.message)
    await vi.waitFor(() => expect(supervisor.pidOf('never')).toBeDefined(), { timeout: patienceMs })
    await supervisor.stop()
    expect(await starting).toMatch(/^never could not start/)
    expect(journal()).toBe('one starts\none stops\n')
  })

  it('leaves none behind that was still reading its modules when the supervisor was gone', async () => {
    const { file } = good('late')
    const child = fork(file, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.disconnect()
    expect(await ended).toBe(0)
  })

  it('ends a program that does not stop, and whatever it started', async () => {
    const stubborn = program(
      'stubborn',
      `import { spawn } from 'node:child_process'
       const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
       appendFileSync('${join(folder, 'journal')}', String(left.pid))
       process.on('disconnect', () => {})
       setInterval(() => {}, 1000)
       process.send({ type: 'ready' })`,
    )
    const supervisor = await supervise([stubborn], { logDir: folder, say: () => {}, stopWithinMs: 100 })
    const pids = [supervisor.pidOf('stubborn') ?? 0, Number(journal())]
    expect(pids.every(isAlive)).toBe(true)
    await supervisor.stop()
    await vi.waitFor(() => expect(pids.some(isAlive)).toBe(false), { timeout: patienceMs })
  })
})
