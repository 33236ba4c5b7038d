import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { isWorkerGone, workerName } from './worker-name.ts'

/** Above the highest possible pid. */
const noProcess = 2 ** 22 + 1

it('two workers never have one name, also with the same host name and the same process number', () => {
  expect(workerName()).not.toBe(workerName())
})

it('of a worker in another container nobody says that it is gone, though host names are the same and its number is nobody’s here', () => {
  expect(isWorkerGone(JSON.stringify([hostname(), noProcess, '4242']))).toBe(false)
})

it('a worker is known to be gone from the moment it is, where process numbers mean the same', async () => {
  const [place] = JSON.parse(workerName()) as [string]
  const text = `import { workerName } from ${JSON.stringify(new URL('./worker-name.ts', import.meta.url).href)}
    process.send(workerName())
    setInterval(() => {}, 1000)`
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: [...stdio] })
  const [name] = (await once(child, 'message')) as [string]
  expect(isWorkerGone(name)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect([isWorkerGone(name), isWorkerGone(JSON.stringify([place, noProcess, '4242']))]).toEqual([true, true])
})
