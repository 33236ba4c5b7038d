import { attackReason } from '#kit/maintenance-reason.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import type { loadConfig } from '#kit/wire/contracts/app.contract.ts'
import { Note } from '#ui/show/Facts.tsx'
import { showMoment } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'

type Config = Pick<OutputOf<typeof loadConfig>, 'now' | 'maintenance'>

export function MaintenanceNote({ config }: { readonly config: Config | undefined }) {
  const t = useText()
  const window = config?.maintenance
  if (!config || !window) return null
  const goesOn = window.from <= config.now
  return (
    <Note tone={goesOn ? 'warn' : 'plain'}>
      <div role="status">
        <p className="font-semi">{t(goesOn ? 'home.maintenance_now' : 'home.maintenance_soon')}</p>
        <p className="mt-1">
          {t('home.maintenance_window', { from: showMoment(window.from), until: showMoment(window.until) })}
        </p>
        {window.reason === attackReason ? (
          <p className="mt-1">{t('home.maintenance_attack', { until: showMoment(window.until) })}</p>
        ) : (
          window.reason !== '' && (
            <p className="mt-1">
              {t('state.reason')} <bdi>{window.reason}</bdi>
            </p>
          )
        )}
        <p className="mt-1">{t('home.maintenance_open')}</p>
      </div>
    </Note>
  )
}
