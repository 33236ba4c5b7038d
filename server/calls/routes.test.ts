import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Contract } from '#kit/wire/contract.ts'
import { openApi } from '../reference/open-api.ts'
import { routes } from './routes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'output' in value

async function declared(): Promise<Map<Contract, string>> {
  const found = new Map<Contract, string>()
  for (const path of globSync(
    ['{features,market}/**/*.contract.ts', 'identity/**/*.contract.ts', 'kit/wire/**/*.contract.ts'],
    {
      cwd: root,
    },
  )) {
    const exports = Object.values((await import(`${root}${path}`)) as Record<string, unknown>)
    for (const value of exports) if (isContract(value) && !value.stream) found.set(value, path)
  }
  return found
}

describe('the calls of the API', () => {
  it('are every contract of the company, each implemented once', async () => {
    const contracts = await declared()
    const implemented = routes(true).map(({ contract }) => contract)
    for (const [contract, path] of contracts)
      expect(
        implemented.filter((one) => one === contract),
        `${path}: ${contract.path}`,
      ).toHaveLength(1)
    expect(implemented).toHaveLength(contracts.size)
  })

  it('have each their own method and path', () => {
    const names = routes(true).map(({ contract }) => `${contract.method} ${contract.path}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('whose answer opens or proves something keep it for no repeat', () => {
    const opening = /token|secret|challenge|checkSign|uri$/i
    const kept = routes(true).filter(({ contract: { method, output, secretAnswer } }) => {
      const { entries } = output as unknown as { entries?: Record<string, unknown> }
      return method === 'POST' && !secretAnswer && Object.keys(entries ?? {}).some((name) => opening.test(name))
    })
    expect(kept.map(({ contract }) => contract.path)).toEqual([])
    expect(routes(true).filter(({ contract }) => contract.secretAnswer).length).toBeGreaterThan(8)
  })

  it('are all described in the reference, in wire names', () => {
    const { paths } = openApi(routes(true), true)
    for (const { contract } of routes(true)) {
      const entry = paths[contract.path]?.[contract.method.toLowerCase()]
      expect(entry, contract.path).toMatchObject({ summary: contract.summary })
    }
    const text = JSON.stringify(paths)
    for (const world of ['walletPassword', 'repeatPassword', 'sponsorId']) expect(text).not.toContain(`"${world}"`)
  })
})
