import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { useText } from '#ui/text/texts.ts'

export function OtcEntry() {
  const t = useText()
  return (
    <List>
      <Row
        mark={
          <RowIcon>
            <Icon name="swap" size={22} />
          </RowIcon>
        }
        title={t('home.otc')}
        note={t('home.otc_note')}
        to="/pages/otc/index"
      />
    </List>
  )
}
