import type { loadWalletInfo } from '#features/profile/profile.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { AmountText, signTone } from '#ui/AmountText.tsx'
import { Link } from '#ui/Link.tsx'
import { Skeleton } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'
import { useBoot } from '#ui/use-boot.ts'
import type { Read } from '#ui/use-call.ts'

/** Today's net result, or a dash if unknown. */
export function EarnedToday({ info: { data, error } }: { info: Read<OutputOf<typeof loadWalletInfo>> }) {
  const t = useText()
  const { hide } = useBoot()
  const today = data?.home?.today
  return (
    <Link
      to="/pages/profit/index"
      className="press flex min-h-11 flex-wrap items-center gap-x-2 text-small text-hero-ink-2"
    >
      {t('home.earned')}
      {data || error ? (
        <AmountText
          value={today}
          coin="USDT"
          signed
          own
          worth
          className={`text-lead font-semi ${hide ? '' : signTone(today, { hero: true })}`}
        />
      ) : (
        <Skeleton className="h-5 w-24 !bg-[#ffffff1f]" />
      )}
    </Link>
  )
}
