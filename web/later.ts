import { learnLines } from '#ui/device-lines.ts'

/** After the first screen stands, what nobody waits for: which other lines there are. */
export function lookAround(): void {
  void learnLines().catch(() => {
    // Asked again when the app is opened again; without an answer there is only the line we are on.
  })
}
