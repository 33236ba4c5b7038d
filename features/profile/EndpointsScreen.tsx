import { useCallback, useEffect, useState } from 'react'
import { ownEndpoint } from '#kit/wire/endpoints.ts'
import { askEndpoint, deviceEndpoints, learnEndpoints, nameOfEndpoint } from '#ui/device/device-endpoints.ts'
import { Button } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Chip, Note } from '#ui/show/Facts.tsx'
import { toast } from '#ui/show/toasts.ts'
import { Num } from '#ui/text/AmountText.tsx'
import { useText } from '#ui/text/texts.ts'

/** Response time in milliseconds; `dead` if there was no response. */
type Measured = Readonly<Record<string, number | 'dead'>>

/** pages/my/linkChange: measures all endpoints and lets the user choose one. */
export function EndpointsScreen() {
  const t = useText()
  const [lines, setLines] = useState(deviceEndpoints.all)
  const [current, setCurrent] = useState(deviceEndpoints.current)
  const [measured, setMeasured] = useState<Measured>({})
  const [busy, setBusy] = useState(false)

  const measure = useCallback(async () => {
    setBusy(true)
    setMeasured({})
    await learnEndpoints().catch(() => {})
    setLines(deviceEndpoints.all())
    // Sequential: parallel requests would slow each other down.
    for (const line of deviceEndpoints.all()) {
      const took = await askEndpoint(line).then(
        ({ ms }) => ms,
        () => 'dead' as const,
      )
      setMeasured((before) => ({ ...before, [line]: took }))
    }
    setBusy(false)
  }, [])
  useEffect(() => void measure(), [measure])

  const choose = async (line: string) => {
    if (line === current) return
    await deviceEndpoints.choose(line)
    setCurrent(line)
    toast(t('lines.changed'), 'good')
  }
  const said = (line: string) => {
    const took = measured[line]
    if (took === undefined) return t('lines.measuring')
    return took === 'dead' ? t('lines.dead') : <Num>{t('lines.ms', { ms: String(took) })}</Num>
  }
  return (
    <Screen
      title={t('title.lines')}
      up="/pages/my/settings"
      onRefresh={measure}
      foot={
        <Button look="quiet" icon="refresh" busy={busy} onClick={() => void measure()}>
          {t('lines.again')}
        </Button>
      }
    >
      <p className="text-ink-2">{t('lines.intro')}</p>
      <List label={t('title.lines')}>
        {lines.map((line) => (
          <Row
            key={line}
            mark={
              <RowIcon tone={measured[line] === 'dead' ? 'neg' : 'accent'}>
                <Icon name="link" size={20} />
              </RowIcon>
            }
            title={<bdi dir="ltr">{nameOfEndpoint(line)}</bdi>}
            note={t(line === ownEndpoint ? 'lines.own' : 'lines.other')}
            end={said(line)}
            endNote={line === current ? <Chip tone="accent">{t('lines.chosen')}</Chip> : undefined}
            onPress={() => void choose(line)}
            arrow={false}
          />
        ))}
      </List>
      {!busy && lines.length === 1 && <Note tone="plain">{t('lines.only_one')}</Note>}
    </Screen>
  )
}
