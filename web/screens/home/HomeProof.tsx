import { Suspense } from 'react'
import { settled } from '#ui/call/quiet.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { lazyExtra } from '#ui/shell/lazy-extra.ts'
import { loadTexts, useText } from '#ui/text/texts.ts'
import { proofHeight } from './HomeParts.tsx'

const load = async () => {
  await settled()
  const [line] = await Promise.all([import('./ProofLine.tsx'), loadTexts(['proof-line'])])
  return line
}
const OwnLine = lazyExtra(async () => (await load()).OwnLine)
const CompanyLine = lazyExtra(async () => (await load()).CompanyLine)

/** Shows the proof checked on this device, or a link of the same height until the check starts. */
export const HomeProof = ({ own }: { own: boolean }) => (
  <Suspense fallback={<Place />}>{own ? <OwnLine /> : <CompanyLine />}</Suspense>
)

function Place() {
  const t = useText()
  return (
    <div style={proofHeight}>
      <Link
        to="/pages/proof/index"
        className="press flex items-center gap-3 rounded-card bg-surface px-4 py-3 shadow-card"
      >
        <span className="grid size-10 flex-none place-items-center text-ink-3">
          <Icon name="shield" size={24} />
        </span>
        <span className="min-w-0 flex-1 font-semi">{t('title.proof')}</span>
        <Icon name="next" size={18} />
      </Link>
    </div>
  )
}
