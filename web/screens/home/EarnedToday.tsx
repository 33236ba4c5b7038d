import type { loadWalletInfo } from '#features/profile/profile.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { Read } from '#ui/call/use-call.ts'
import { Link } from '#ui/shell/Link.tsx'
import { useBoot } from '#ui/shell/use-boot.ts'
import { Skeleton } from '#ui/show/State.tsx'
import { AmountText, signTone } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'

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
