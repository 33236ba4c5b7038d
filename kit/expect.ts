/** For bugs, not for people: throws when something that must hold does not. */
export function expect(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`this must hold: ${why}`)
}
