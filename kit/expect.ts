/** For bugs, not for user errors. */
export function expect(condition: unknown, why: string): asserts condition {
  if (!condition) throw new Error(`this must hold: ${why}`)
}
