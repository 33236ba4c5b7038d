import { Screen } from '#ui/Screen.tsx'
import { SkeletonRows } from '#ui/State.tsx'
import { useText } from '#ui/texts.ts'

/** Stands where a screen is being built; replace its line in web/routes.ts. */
export function StubScreen() {
  const t = useText()
  return (
    <Screen title={t('app.name')} up="/pages/index/index">
      <SkeletonRows />
    </Screen>
  )
}
