import { addAmounts } from '#features/proof/checks/own-sums.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { covered } from '#ui/form/own-amount.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Link } from '#ui/shell/Link.tsx'
import type { Path } from '#ui/shell/navigation.ts'
import { useBoot } from '#ui/shell/use-boot.ts'
import { joinAmounts, showAmount, showDate, showMoment, showPercent } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { useCompanyProof } from '../proof/company-proof.ts'
import { judgedAt } from '../proof/proof-age.ts'
import { type ProofWords, proofWords, type Sentence } from '../proof/proof-words.ts'
import { type OwnProof, useOwnProof } from '../proof/use-own-proof.ts'

export const CompanyLine = () => <Line own={undefined} to="/pages/proof/index" />

export function OwnLine() {
  const { proof } = useOwnProof()
  return <Line own={proof} to="/pages/proof/mine" />
}

function Line({ own, to }: { own: OwnProof | undefined; to: Path }) {
  const company = useCompanyProof()
  const config = useRead(loadConfig, {})
  const words = proofWords(company, own, judgedAt(config.data))
  const isCompanyBad = words.tone === 'bad' && words.own?.text !== 'home.proof_wrong'
  const hasOwnProof = words.own?.text !== 'home.proof_later'
  return (
    <ProofText words={words} to={isCompanyBad ? '/pages/proof/reserves' : hasOwnProof ? to : '/pages/proof/index'} />
  )
}

// Must equal the placeholder height in HomeParts.tsx. Duplicated to avoid an extra chunk.
const height = { minHeight: '7.5rem', display: 'grid' } as const
const grounds = { checking: 'bg-surface', right: 'bg-surface', part: 'bg-surface', bad: 'bg-neg-soft text-neg' }

export function ProofText({ words, to }: { words: ProofWords; to: Path }) {
  const { tone, company, own, checked } = words
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} style={height}>
      <Link to={to} className={`press flex items-start gap-3 rounded-card px-4 py-3 shadow-card ${grounds[tone]}`}>
        <Ring tone={tone} />
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <span className="block font-semi leading-snug">
            <Said sentence={company} />
          </span>
          {own && (
            <span className="block text-small leading-snug">
              <Said sentence={own} />
            </span>
          )}
          {checked && (
            <span className="mt-0.5 block text-caption text-ink-3">
              <Said sentence={checked} />
            </span>
          )}
        </span>
        <span className="self-center">
          <Icon name="next" size={18} />
        </span>
      </Link>
    </div>
  )
}

function Said({ sentence: { text, ratio, coin, amounts, day, moment } }: { sentence: Sentence }) {
  const t = useText()
  const { hide } = useBoot()
  const sums = addAmounts(amounts ?? [])
  const shown = sums.slice(0, 2).map((each) => `${showAmount(each.amount)}\u00a0${each.coin}`)
  const more =
    sums.length > shown.length ? ` ${t('home.proof_more', { count: String(sums.length - shown.length) })}` : ''
  return t(
    text as 'home.house_short',
    {
      ratio: ratio === undefined ? '' : showPercent(ratio, { decimals: ratio.length > 4 ? 2 : 0 }),
      coin: coin ?? '',
      amounts: hide ? covered : joinAmounts(shown) + more,
      day: day === undefined ? '' : showDate(day),
      moment: moment === undefined ? '' : showMoment(moment),
    } as { ratio: string; coin: string },
  )
}

const strokes = { checking: 'text-ink-3', right: 'text-accent-ink', part: 'text-ink-3', bad: 'text-neg' }

const closing = { transition: 'stroke-dashoffset .5s' }
const middle = { transformOrigin: 'center' }

const Ring = ({ tone }: Pick<ProofWords, 'tone'>) => (
  <svg
    className={`size-10 flex-none ${strokes[tone]}`}
    viewBox="0 0 40 40"
    fill="none"
    stroke="currentColor"
    strokeWidth="3"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <circle cx="20" cy="20" r="17" strokeOpacity=".18" />
    <g style={middle} className={tone === 'checking' ? 'animate-[turn_.8s_linear_infinite]' : ''}>
      <circle
        cx="20"
        cy="20"
        r="17"
        pathLength="1"
        strokeDasharray="1"
        strokeDashoffset={tone === 'right' ? 0 : tone === 'checking' ? 0.7 : 0.25}
        style={closing}
        transform="rotate(-90 20 20)"
      />
    </g>
    <path
      d={
        tone === 'right'
          ? 'M13 20.5 18 25.5 27.5 15'
          : tone === 'bad'
            ? 'M20 12v9.5M20 27.2v.1'
            : 'M20 18.5V27M20 13.6v.1'
      }
    />
  </svg>
)
