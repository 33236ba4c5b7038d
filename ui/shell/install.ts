type InstallPrompt = Event & { prompt(): Promise<unknown> }

let kept: InstallPrompt | undefined

/** Holds back the browser's own prompt. */
export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    kept = event as InstallPrompt
  })
  addEventListener('appinstalled', () => {
    kept = undefined
  })
}

export const canInstall = (): boolean => kept !== undefined

export async function install(): Promise<void> {
  const prompt = kept
  kept = undefined
  await prompt?.prompt()
}
