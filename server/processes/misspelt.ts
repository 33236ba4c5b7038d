import { type VariableName, variableNames } from './variables.ts'

const lettersOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** Short names resemble too many others, so they allow fewer errors. */
const wrongLettersMax = (letters: string): number => (letters.length < 6 ? 0 : letters.length < 9 ? 1 : 2)

/** Optimal string alignment distance. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j))
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, ...(isSwap ? [at(i - 2, j - 2) + 1] : [])]
      const row = rows[i]
      if (row) row[j] = Math.min(...steps)
    }
  return at(a.length, b.length)
}

/** Finds a variable that resembles an absent setting. Setting that one explicitly resolves a false alarm. */
export function misspelt(
  environment: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly meant: VariableName } | undefined {
  const known: ReadonlySet<string> = new Set(variableNames)
  const absent = variableNames.filter((name) => environment[name] === undefined)
  for (const name of Object.keys(environment)) {
    if (known.has(name)) continue
    const letters = lettersOf(name)
    const meant = absent.find((each) => {
      const right = lettersOf(each)
      return distance(letters, right) <= wrongLettersMax(right)
    })
    if (meant) return { name, meant }
  }
  return undefined
}
