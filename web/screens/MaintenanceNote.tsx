import { attackReason } from '#kit/maintenance-reason.ts'
import type { loadConfig } from '#kit/wire/app.contract.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { Note } from '#ui/Facts.tsx'
import { showMoment } from '#ui/format.ts'
import { useText } from '#ui/texts.ts'

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
