import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { cheapKeystore } from '../test/test-chain.ts'
import { type RunningSigner, type SignerOptions, startSigner } from './start-signer.ts'

export const pinnedNetwork = {
  chain: 'eth',
  evmChainId: 31337,
  tokens: { USDT: '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' },
  vault: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
} as const

type Given = Omit<SignerOptions, 'dataDir' | 'cost'>

export function signerFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'signer-'))
  return {
    pathOf: (name = '') => join(dataDir, 'signer', name),
    start: (given: Given = {}) => startSigner({ dataDir, cost: cheapKeystore, ...given }),
    remove: () => rmSync(dataDir, { recursive: true }),
  }
}

/** @param tell receives each started signer @param given start options */
export function signerForEach(tell: (signer: RunningSigner) => void, given: () => Given = () => ({})) {
  let folder: ReturnType<typeof signerFolder>
  let signer: RunningSigner
  let own: Given
  const start = async (other: Given = own) => {
    signer = await folder.start(other)
    tell(signer)
  }
  beforeEach(async () => {
    folder = signerFolder()
    own = given()
    await start()
  })
  afterEach(async () => {
    await signer.stop()
    folder.remove()
  })
  return {
    start,
    restart: async (other: Given = own) => {
      await signer.stop()
      await start(other)
    },
    pathOf: (name: string) => folder.pathOf(name),
  }
}
