import { minuteMs, wallClock } from '#kit/time/clock.ts'
import { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { useRead } from '../call/use-call.ts'
import { useBoot } from '../shell/use-boot.ts'
import { Num } from './AmountText.tsx'
import { type FiatRate, fiatRate, showFiat } from './fiat-rate.ts'
import { showMoment } from './format.ts'
import { useText } from './texts.ts'

/** @returns null while loading, undefined if no rate may be shown */
function useFiatRate(): FiatRate | null | undefined {
  const { fiat } = useBoot()
  const { data, error } = useRead(loadConfig, {}, { everyMs: minuteMs })
  if (!data) return error ? undefined : null
  return fiatRate(data.fiats, fiat, wallClock.now().getTime())
}

type FiatTextProps = {
  /** USDT value. If omitted, shows the page note. */
  readonly worth?: string
  readonly className: string
  /** Omitted: uses the server's rate. */
  readonly rate?: FiatRate
}
export const FiatText = ({ rate, ...text }: FiatTextProps) =>
  rate ? <WithRate {...text} rate={rate} /> : <AsTold {...text} />

type ToldProps = Omit<FiatTextProps, 'rate'>
const AsTold = (text: ToldProps) => <WithRate {...text} rate={useFiatRate()} />

type WithRateProps = ToldProps & { readonly rate: FiatRate | null | undefined }
const WithRate = ({ worth, ...rest }: WithRateProps) =>
  worth === undefined ? <Note {...rest} /> : <Worth worth={worth} {...rest} />

function Worth({ worth, rate, className }: WithRateProps & { readonly worth: string }) {
  if (rate === undefined) return null
  const shown = rate && worth && showFiat(worth, rate)
  return (
    <span className={className}>
      {shown && (
        <>
          ≈ <Num className="[overflow-wrap:anywhere]">{shown}</Num>
        </>
      )}
    </span>
  )
}

function Note({ rate, className }: WithRateProps) {
  const t = useText()
  const { fiat } = useBoot()
  return (
    <p className={`text-caption ${className}`}>
      {rate && t('fiat.note', { time: showMoment(rate.at), feeds: rate.from.join(', ') })}
      {rate === undefined && t('fiat.none', { currency: fiat })}
    </p>
  )
}
