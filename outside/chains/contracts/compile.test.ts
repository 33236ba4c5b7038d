import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { compileContract, showArtefact } from './compile.ts'

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8')

it.each(['TestToken', 'PayoutVault', 'Sweeper', 'Balances', 'TestBatch', 'ProofLog'])(
  '%s compiles to exactly the artefact that is committed',
  (name) => {
    expect(showArtefact(compileContract(name, read(`${name}.sol`)))).toBe(read(`${name}.json`))
  },
)

it('says in words what the compiler did not like', () => {
  expect(() => compileContract('Broken', 'pragma solidity ^0.8.37; contract Broken { uint x = ; }')).toThrow(
    /ParserError/,
  )
})
