import type { OutputOf } from '#kit/wire/contract.ts'
import { useRead } from '#ui/call/use-call.ts'
import { useShowOwn } from '#ui/form/own-amount.ts'
import { Card, List, Row } from '#ui/shell/List.tsx'
import { Heading } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { Fiat, FiatNote } from '#ui/text/Fiat.tsx'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { coinsText, ResultText } from './OutcomeResult.tsx'
import { listResults } from './results.contract.ts'

type Net = OutputOf<typeof listResults>['all']

/** Net results in total, by product and by day. */
export function ResultsCard() {
  const t = useText()
  const showOwn = useShowOwn()
  const results = useRead(listResults, {})
  const coins = ({ gained, givenUp }: Net): string =>
    [
      ...(gained.length > 0 ? [t('result.gained', { gained: coinsText(gained, showOwn) })] : []),
      ...(givenUp.length > 0 ? [t('result.lost', { lost: coinsText(givenUp, showOwn) })] : []),
    ].join(' · ')
  return (
    <ReadState read={results}>
      {({ all, lines, days }) => (
        <>
          <Card className="grid gap-1 p-4">
            <h2 className="text-small text-ink-3">{t('result.all')}</h2>
            <p className="text-h1 font-bold leading-tight">
              <ResultText usdt={all.usdt} />
            </p>
            <Fiat worth={all.usdt} className="font-semi text-ink-2" />
            <p className="text-small text-ink-2">{coins(all)}</p>
            <p className="text-caption text-ink-3">{t('result.all_about')}</p>
            <FiatNote />
          </Card>
          {lines.length > 0 && (
            <List label={t('result.by_line')}>
              {lines.map((each) => (
                <Row
                  key={each.line}
                  title={t(`line.${each.line}`)}
                  note={t('result.orders', { count: String(each.orders) })}
                  end={<ResultText usdt={each.usdt} />}
                />
              ))}
            </List>
          )}
          {days.length > 0 && (
            <>
              <Heading>{t('result.by_day')}</Heading>
              <p className="text-small text-ink-3">{t('result.days_about')}</p>
              <List label={t('result.by_day')}>
                {days.map((each) => (
                  <Row
                    key={each.day}
                    title={showDay(`${each.day}T12:00:00Z`)}
                    note={coins(each)}
                    end={<ResultText usdt={each.usdt} />}
                  />
                ))}
              </List>
            </>
          )}
        </>
      )}
    </ReadState>
  )
}
