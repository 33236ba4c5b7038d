let isDown = false
const note = (down: boolean) => () => {
  isDown = down
}
addEventListener('pointerdown', note(true), true)
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, note(false), true)

/** Runs after the current press. If the layout moved during a press, the click would be lost. */
export function afterPress(act: () => void): void {
  if (!isDown) return void setTimeout(act)
  const over = new AbortController()
  const { signal } = over
  const done = () => {
    over.abort()
    setTimeout(act)
  }
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, done, { signal })
}
