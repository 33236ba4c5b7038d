import { roomOf } from './rooms.ts'
import { type Code, isTest, type Say } from './source.ts'

type LineRule = {
  readonly finds: RegExp
  readonly says: (found: string) => string
  readonly on: (path: string) => boolean
}

const wireEdge = (path: string): boolean =>
  /\.contract(\.test)?\.ts$/.test(path) ||
  /^(web\/routes\.ts|locales\/(?:keys|same-as-english)\.ts|kit\/wire\/(?:storage-keys|names|app-fields)\.ts|server\/reference\/(?:field-notes|schema-names)\.ts|trials\/(?:fuzz\/.*|bench\/(?:calls|flood|settlement\/midnight)\.ts)|kit\/wire\/.*\.test\.ts|(?:server|trials)\/.*\.test\.ts)$/.test(
    path,
  ) ||
  ['scripts', 'e2e'].includes(roomOf(path))

/** Client-side verification must use kit/amount/exact.ts, which rejects inexact forms. */
const checks = (path: string): boolean =>
  !isTest(path) &&
  !/\.(?:api|store|server|job|contract)\.ts$/.test(path) &&
  (/^features\/proof\//.test(path) ||
    /^web\/screens\/(?:home|proof)\/(?:own-|use-own-proof|guard-own|proof-age|MyProof|ProofStatus|ProofBadge|OwnAmounts)/.test(
      path,
    ) ||
    /^proofs\/(?:flows\/(?:flows|check-flows)|reserves\/reserves|tree\/format|money\/origins)\.ts$/.test(path) ||
    /^products\/(?:power\/power-log|reservations\/queue-log)\.ts$/.test(path))

const product = (path: string): boolean => !['scripts', 'e2e', 'trials'].includes(roomOf(path))
const inClass = (path: string): boolean => path.endsWith('.tsx')

/** These files use checked data or unsigned settings. */
const looseOnPurpose: ReadonlySet<string> = new Set([
  'features/proof/pools/pool-figures.ts',
  'features/proof/pools/spent-products.ts',
  'features/proof/pools/CompanyParts.tsx',
  'features/proof/status/stopped-coins.ts',
])

const lineRules: readonly LineRule[] = [
  {
    finds:
      /\b(paysword|o_password|r_password|robot_id|node_id|exchange_id|(?<!pages\/wallet\/)conver|umbrella|series|login_His|xwdjq_token1?|bindCheck|bindEmail)\b/,
    says: (word) => `wire name '${word}' outside a contract, use the glossary's name`,
    on: (path) => !wireEdge(path),
  },
  {
    finds: /\bDate\.now\(\)|\bnew Date\(\)|\bMath\.random\(\)/,
    says: (call) => `${call} outside kit, take a clock or a moment, or kit/text/random.ts`,
    on: (path) => roomOf(path) !== 'kit',
  },
  {
    finds:
      /\bparseFloat\(|\bNumber\([^()]*(?:amount|units|balance|price|fee|principal|promise|reward|interest|payout)[^()]*\)/i,
    says: (call) => `${call} makes a float of money, use kit/amount/amount.ts`,
    on: (path) => product(path) && !isTest(path),
  },
  {
    // Allows a BigInt of a difference between numbers.
    finds:
      /\bBigInt\((?!\w+ - )|\bNumber\((?!readQuantity)|\bparse(?:Int|Float|Units)\(|\b(?:JSON|Date)\.parse\(|\brateOf\(|\?\? 0n|\?\? '0'|\|\| 0\b/,
    says: (call) =>
      `${call} reads loosely, or makes nothing of what cannot be read, in a check: use kit/amount/exact.ts`,
    on: (path) => checks(path) && !looseOnPurpose.has(path),
  },
  {
    finds: /\bnew RegExp\(/,
    says: () =>
      'makes an expression of a value, write it as a literal: a value with signs of its own would be read as more than itself',
    on: (path) => product(path) && !isTest(path) && !/^identity\/(?:own-words|mail\/mail-address)\.ts$/.test(path),
  },
  {
    finds: /\bprocess\.env\b/,
    says: () => 'reads the environment, which only server/processes/config.ts does',
    on: (path) =>
      product(path) &&
      !isTest(path) &&
      !/^server\/((processes|loops)\/(config|main|supervisor|.*-process)|ops)\.ts$/.test(path),
  },
]

/** CSS classes with a fixed side: `ml-4`, `-left-1`, `md:text-right`. */
const sided =
  /^-?(?:(?:[a-z0-9[\]-]+:)*-?)(?:(?:left|right|ml|mr|pl|pr|scroll-m[lr]|scroll-p[lr])-[\w[\]./%()-]+|(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?:-[\w[\]./]+)?|(?:text|float|clear)-(?:left|right))$/

const quoted = /(["'`])((?:(?!\1).)*)\1/g

function sidedClass(line: string): string | undefined {
  for (const [, , inner = ''] of line.matchAll(quoted))
    for (const word of inner.split(/\s+/)) if (sided.test(word)) return word
  return undefined
}

export function checkLines(code: Code, say: Say): void {
  const rules = lineRules.filter(({ on }) => on(code.path))
  code.lines.forEach((line, index) => {
    for (const { finds, says } of rules) {
      const found = finds.exec(line)?.[0]
      if (found) say(code.path, index + 1, says(found))
    }
    const side = inClass(code.path) ? sidedClass(line) : undefined
    if (side) say(code.path, index + 1, `class '${side}' has a side, use start or end so that right-to-left fits`)
  })
}

export function checkStyles(path: string, text: string, say: Say): void {
  text.split('\n').forEach((line, index) => {
    const found =
      /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)|(?:left|right)\s*:|text-align:\s*(?:left|right))/.exec(
        line,
      )?.[1]
    if (found) say(path, index + 1, `'${found}' has a side, use the logical property`)
  })
}
