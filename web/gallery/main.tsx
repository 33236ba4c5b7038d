import '#ui/theme.css'
import { createRoot } from 'react-dom/client'
import { setLiveStatus } from '#ui/live-status.ts'
import { loadTexts } from '#ui/texts.ts'
import { Gallery } from './Gallery.tsx'

/**
 * Every part of ui/ in every state. `npm run dev` shows it at /gallery; web/gallery.html is no page of the build, so nothing of it is in
 * the product. It speaks by texts of the app, so that one sees them in every language.
 */
async function start(): Promise<void> {
  await loadTexts(['core', 'captcha', 'errors', 'my', 'onboarding', 'scan', 'wallet'])
  setLiveStatus('unreachable')
  document.documentElement.dataset.demo = 'true'
  createRoot(document.getElementById('root') as HTMLElement).render(<Gallery />)
}

void start()
