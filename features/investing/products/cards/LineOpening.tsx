import { currentBoot } from '#ui/shell/boot.ts'
import { Note } from '#ui/show/Facts.tsx'
import { ClosingNote } from '#ui/text/ClosingNote.tsx'
import { useText } from '#ui/text/texts.ts'
import type { ProductData } from '../purchase/use-quote.tsx'

export function LineOpening({ gates }: Pick<ProductData, 'gates'>) {
  const t = useText()
  const { region, offered, open, opensAt, closesAt, closing } = gates
  const isAlways = opensAt === '00:00' && closesAt === '24:00'
  const nameOf = (code: string) => new Intl.DisplayNames([currentBoot().language], { type: 'region' }).of(code) ?? code
  return (
    <>
      {offered === 'off' && region && <Note tone="warn">{t('region.off', { region: nameOf(region) })}</Note>}
      {!open && !isAlways && <Note tone="neg">{t('product.wrong_time', { from: opensAt, to: closesAt })}</Note>}
      <ClosingNote closing={closing} />
    </>
  )
}
