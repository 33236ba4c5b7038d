import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { jsonRpc } from '../evm/json-rpc.ts'
import { readNetworks } from '../networks.ts'
import { signerAt, signerSocket } from '../signer/signer-socket.ts'
import { devNetworksText } from './dev-chain.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

function start(name: string, dataDir: string): Promise<ChildProcess> {
  const child = fork(fileOf(name), ['--data', dataDir], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return new Promise((resolve, reject) => {
    child.once('message', (message: { type: string }) =>
      message.type === 'ready' ? resolve(child) : reject(new Error(JSON.stringify(message))),
    )
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
}
const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('signer and embedded chain as processes', () => {
  let dataDir: string
  const children: ChildProcess[] = []
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-processes-'))
  })
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true })
  })

  it('start one after the other, answer, and end without an orphan when their starter is gone', async () => {
    const signer = await start('../signer/signer-process.ts', dataDir)
    const chain = await start('dev-chain-process.ts', dataDir)
    children.push(signer, chain)
    const { hotAddress } = (await signerAt(signerSocket(dataDir)).publicKeys()).evm
    const [network] = readNetworks(devNetworksText(dataDir) ?? '[]')
    const rpc = jsonRpc(network?.rpcUrl ?? '')
    expect(BigInt((await rpc('eth_getBalance', [hotAddress, 'latest'])) as string)).toBe(100n * 10n ** 18n)

    const node = Number(readFileSync(join(dataDir, 'dev-chain', 'anvil.pid'), 'utf8'))
    expect(isAlive(node)).toBe(true)
    const both = Promise.all([ended(signer), ended(chain)])
    chain.disconnect()
    signer.disconnect()
    expect(await both).toEqual([0, 0])
    expect(isAlive(node)).toBe(false)
  })

  it('say in one line why they cannot start', async () => {
    await expect(start('dev-chain-process.ts', dataDir)).rejects.toThrow('failed')
  })
})
