import { useMemo, useState } from 'react'
import { regionCodes } from '#identity/team/region-codes.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { useAct } from '#ui/call/use-call.ts'
import { useFailureText } from '#ui/call/use-failure-text.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { Choose } from '#ui/form/Choose.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { currentBoot } from '#ui/shell/boot.ts'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { getProduct } from '../investing.contract.ts'
import { declareRegion } from './gates.contract.ts'

function useRegions() {
  const { language } = currentBoot()
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    const named = regionCodes.map((code) => ({ code, name: names.of(code) ?? code }))
    return named.sort((a, b) => a.name.localeCompare(b.name, language))
  }, [language])
}

type RegionSheetProps = {
  readonly open: boolean
  readonly onClose: () => void
  /** Code of the declared country, if earning is off there. */
  readonly off: string | null
  readonly changes?: readonly Contract[]
}

export function RegionSheet({ open, onClose, off, changes = [] }: RegionSheetProps) {
  const t = useText()
  const regions = useRegions()
  const [region, setRegion] = useState('')
  const { act, busy, failure } = useAct(declareRegion, { changes: [getProduct, ...changes], quiet: true })
  const problem = useFailureText(failure ?? null)
  const nameOf = (code: string) => regions.find((each) => each.code === code)?.name ?? code
  return (
    <Sheet open={open} onClose={onClose} title={t('region.title')}>
      {off ? (
        <Note tone="warn">{t('region.off', { region: nameOf(off) })}</Note>
      ) : (
        <form
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (region) void act({ region })
          }}
        >
          <p className="text-ink-2">{t('region.intro')}</p>
          <Choose
            label={t('region.label')}
            value={region}
            onChange={setRegion}
            error={problem}
            options={[
              { value: '', label: t('region.choose') },
              ...regions.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
          <FormFoot>
            <FormButton type="submit" busy={busy} missing={[!region && t('region.label')]}>
              {t('region.declare')}
            </FormButton>
          </FormFoot>
        </form>
      )}
    </Sheet>
  )
}
