/** Every line must match its pattern; otherwise a value with a line break could forge signed content. */

const key = /^[A-Za-z0-9_-]{43}$/
const seconds = /^\d{1,12}$/
const walletId = /^[0-9A-Za-z]{2,24}$/
const chain = /^[a-z0-9]{2,12}$/
const address = /^[A-Za-z0-9]{26,64}$/

const proofLines = [
  /^idwallet-auth-v1$/,
  /^(create|enter|restore|backup)$/,
  /^https?:\/\/([A-Za-z0-9.-]+|\[[0-9A-Fa-f:]+\])(:\d{1,5})?$/,
  /^[A-Za-z0-9_-]{1,40}$/,
  key,
  seconds,
  seconds,
  key,
  /^([A-Za-z0-9_-]{43}|-)$/,
  /^[A-Za-z0-9_-]{4,40}$/,
]
const bindLines = [/^idwallet-bind-v1$/, walletId, chain, address, seconds]
const changeLines = [/^idwallet-change-v1$/, walletId, chain, address, address, seconds]

const fits = (lines: readonly string[], patterns: readonly RegExp[]): boolean =>
  lines.length === patterns.length && patterns.every((pattern, place) => pattern.test(lines[place] ?? ''))

export function proofTextOf(values: readonly (string | number)[]): string | undefined {
  const lines = ['idwallet-auth-v1', ...values].map(String)
  return fits(lines, proofLines) ? lines.join('\n') : undefined
}

export function readProofText(text: string): { purpose: string; pub: string; newPub: string | undefined } | undefined {
  const lines = text.split('\n')
  if (!fits(lines, proofLines)) return undefined
  const [, purpose = '', , , , , , pub = '', next = '-'] = lines
  return { purpose, pub, newPub: next === '-' ? undefined : next }
}

export function certificateTextOf(values: readonly (string | number)[]): string | undefined {
  const [lines, patterns] =
    values.length === bindLines.length - 1
      ? [['idwallet-bind-v1', ...values].map(String), bindLines]
      : [['idwallet-change-v1', ...values].map(String), changeLines]
  return fits(lines, patterns) ? lines.join('\n') : undefined
}
