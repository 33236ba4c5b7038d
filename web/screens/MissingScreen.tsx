import { ButtonLink } from '#ui/form/Button.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { useText } from '#ui/text/texts.ts'

export function MissingScreen() {
  const t = useText()
  return (
    <Screen title={t('title.missing')} up="/pages/index/index">
      <div className="grid justify-items-center gap-5 px-6 py-12 text-center">
        <Seal id="missing" size={140} bare className="text-ink-3 opacity-50" />
        <p className="text-ink-2">{t('missing.text')}</p>
        <ButtonLink to="/pages/index/index" compact>
          {t('missing.home')}
        </ButtonLink>
      </div>
    </Screen>
  )
}
