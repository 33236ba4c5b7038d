import { createRequire } from 'node:module'

/** Committed; deployed byte for byte. */
export type Artefact = {
  readonly compiler: string
  readonly bytecode: `0x${string}`
  readonly abi: readonly unknown[]
}

type Compiler = { compile(input: string): string; version(): string }
type Output = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly contracts?: Record<string, Record<string, { abi: unknown[]; evm: { bytecode: { object: string } } }>>
}

/**
 * Reproducible: fixed optimizer settings, no metadata hash. Needs the dev dependency `solc`. @throws compiler messages, warnings included.
 */
export function compileContract(name: string, source: string): Artefact {
  const compiler = createRequire(import.meta.url)('solc') as Compiler
  const file = `${name}.sol`
  const input = {
    language: 'Solidity',
    sources: { [file]: { content: source } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'shanghai',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { [file]: { [name]: ['abi', 'evm.bytecode.object'] } },
    },
  }
  const output = JSON.parse(compiler.compile(JSON.stringify(input))) as Output
  const problems = output.errors?.filter(({ severity }) => severity !== 'info') ?? []
  if (problems.length) throw new Error(problems.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const compiled = output.contracts?.[file]?.[name]
  if (!compiled) throw new Error(`${file} holds no contract ${name}`)
  return { compiler: compiler.version(), bytecode: `0x${compiled.evm.bytecode.object}`, abi: compiled.abi }
}

export const showArtefact = (artefact: Artefact): string => `${JSON.stringify(artefact, null, 1)}\n`
