import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isAlive, markOf, takeDataFolder } from './run-file.ts'

let folder: string
let dataDir: string
const others: ChildProcess[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glasshouse-run-'))
  dataDir = join(folder, 'data')
  await takeDataFolder(dataDir)
})
afterEach(() => {
  for (const other of others.splice(0)) other.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

async function runOn(change: { readonly supervisor?: true; readonly child?: true }): Promise<number> {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  others.push(other)
  await new Promise((resolve) => other.once('spawn', resolve))
  const mark = markOf(other.pid ?? 0)
  const path = join(dataDir, 'run.json')
  const file = JSON.parse(readFileSync(path, 'utf8'))
  const gone = { pid: 1, started: 'never' }
  const supervisor = change.supervisor ? mark : gone
  writeFileSync(path, JSON.stringify({ ...file, supervisor, children: change.child ? [mark] : [] }))
  return mark.pid
}

describe('a data folder', () => {
  it('belongs to the product that runs on it, also under another name', async () => {
    const pid = await runOn({ supervisor: true })
    await expect(takeDataFolder(dataDir)).rejects.toThrow(`${dataDir} is in use by process ${pid}`)
    renameSync(dataDir, join(folder, 'renamed'))
    await expect(takeDataFolder(join(folder, 'renamed'))).rejects.toThrow(`is in use by process ${pid}`)
  })

  it('that was copied is free, and its start ends none of the processes of the original', async () => {
    const copy = join(folder, 'copy')
    await runOn({ supervisor: true })
    cpSync(dataDir, copy, { recursive: true })
    await takeDataFolder(copy)
    const child = await runOn({ child: true })
    rmSync(copy, { recursive: true })
    cpSync(dataDir, copy, { recursive: true })
    await takeDataFolder(copy, 0)
    expect(isAlive(markOf(child))).toBe(true)
  })

  it('ends what a killed supervisor left running on it', async () => {
    const child = await runOn({ child: true })
    const mark = markOf(child)
    const gone = new Promise((resolve) => others.at(-1)?.once('exit', resolve))
    await takeDataFolder(dataDir, 0)
    await gone
    expect(isAlive(mark)).toBe(false)
  })
})
