/** One machine has one lane. Sharding the ledger changes only this function. */
export function laneOf(_name: string): number {
  return 0
}
