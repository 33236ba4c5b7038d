import { useMemo, useState } from 'react'
import { regionCodes } from '#identity/region-codes.ts'
import type { Contract } from '#kit/wire/contract.ts'
import { FormButton } from '#ui/Button.tsx'
import { currentBoot } from '#ui/boot.ts'
import { Choose } from '#ui/Choose.tsx'
import { Note } from '#ui/Facts.tsx'
import { FormFoot } from '#ui/FormFoot.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { useText } from '#ui/texts.ts'
import { useAct } from '#ui/use-call.ts'
import { useFailureText } from '#ui/use-failure-text.ts'
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
