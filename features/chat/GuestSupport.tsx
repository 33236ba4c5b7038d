import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { currentLocation, go, wantLater } from '#ui/shell/navigation.ts'
import { Note } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'

export function GuestSupport() {
  const t = useText()
  const signIn = () => {
    wantLater(currentLocation())
    go('/pages/login/index')
  }
  return (
    <>
      <div className="grid gap-1.5">
        <h2 className="text-lead font-semi leading-snug">{t('chat.guest_title')}</h2>
        <p className="text-ink-2">{t('chat.guest_why')}</p>
      </div>
      <Button icon="lock" onClick={signIn}>
        {t('chat.guest_sign_in')}
      </Button>
      <List label={t('chat.guest_help')}>
        <Row
          mark={
            <RowIcon>
              <Icon name="key" size={22} />
            </RowIcon>
          }
          title={t('chat.guest_password')}
          note={t('chat.guest_password_how')}
          to="/pages/login/import"
        />
        <Row
          mark={
            <RowIcon>
              <Icon name="shield" size={22} />
            </RowIcon>
          }
          title={t('chat.guest_code')}
          note={t('chat.guest_code_how')}
          to="/pages/login/import"
        />
        <Row
          mark={
            <RowIcon>
              <Icon name="plus" size={22} />
            </RowIcon>
          }
          title={t('chat.guest_new')}
          note={t('chat.guest_new_how')}
          to="/pages/login/create"
        />
      </List>
      <Note>{t('chat.guest_safety')}</Note>
      <ButtonLink to="/pages/proof/status" look="quiet">
        {t('title.status')}
      </ButtonLink>
    </>
  )
}
