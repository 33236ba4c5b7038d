import '#ui/shell/style/theme.css'
import { createRoot } from 'react-dom/client'
import { setLiveStatus } from '#ui/call/live-status.ts'
import { loadTexts } from '#ui/text/texts.ts'
import { Gallery } from './Gallery.tsx'

/** Component gallery, at /gallery under `npm run dev` and never in a build. */
async function start(): Promise<void> {
  await loadTexts(['core', 'captcha', 'errors', 'my', 'onboarding', 'scan', 'wallet'])
  setLiveStatus('unreachable')
  document.documentElement.dataset.demo = 'true'
  createRoot(document.getElementById('root') as HTMLElement).render(<Gallery />)
}

void start()
