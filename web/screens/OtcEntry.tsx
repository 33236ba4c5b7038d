import { Icon } from '#ui/Icon.tsx'
import { List, Row, RowMark } from '#ui/List.tsx'
import { useText } from '#ui/texts.ts'

export function OtcEntry() {
  const t = useText()
  return (
    <List>
      <Row
        mark={
          <RowMark>
            <Icon name="swap" size={22} />
          </RowMark>
        }
        title={t('home.otc')}
        note={t('home.otc_note')}
        to="/pages/otc/index"
      />
    </List>
  )
}
