import { useRead } from '#ui/call/use-call.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { useText } from '#ui/text/texts.ts'
import { listProducts } from '../../investing.contract.ts'

export function PackageLinks() {
  const t = useText()
  const { data } = useRead(listProducts, {})
  const boost = data?.items.find(({ line }) => line === 'acceleration')
  return (
    <List label={t('order.sooner')}>
      {boost && (
        <Row
          mark={
            <RowIcon>
              <Icon name="power" size={20} />
            </RowIcon>
          }
          title={t('order.accelerate')}
          note={t('order.accelerate_note')}
          to="/pages/invest/detail"
          query={{ product: String(boost.productId) }}
        />
      )}
      <Row
        mark={
          <RowIcon>
            <Icon name="orb" size={20} />
          </RowIcon>
        }
        title={t('order.draw')}
        note={t('order.draw_note')}
        to="/pages/game/game"
      />
    </List>
  )
}
