import { Screen } from '#ui/Screen.tsx'
import { useText } from '#ui/texts.ts'

export function LoginScreen() {
  const t = useText()
  return <Screen title={t('title.login')}>{null}</Screen>
}
