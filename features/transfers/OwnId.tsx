import type { Coin } from '#kit/coins.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Icon } from '#ui/Icon.tsx'
import { List, Row, RowIcon } from '#ui/List.tsx'
import { Seal } from '#ui/Seal.tsx'
import { useSession } from '#ui/session.ts'
import { useText } from '#ui/texts.ts'
import { WalletId } from '#ui/WalletId.tsx'

export function OwnId({ coin }: { coin: Coin }) {
  const t = useText()
  const walletId = useSession()?.walletId ?? ''
  return (
    <List>
      <Row
        mark={<Seal id={walletId} size={40} />}
        title={t('transfer.own_id')}
        note={<WalletId id={walletId} />}
        end={<CopyButton value={walletId} label={t('transfer.copy_id')} />}
      />
      <Row
        mark={
          <RowIcon>
            <Icon name="qr" size={20} />
          </RowIcon>
        }
        title={t('transfer.ask')}
        note={t('transfer.ask_row')}
        to="/pages/wallet/conver"
        query={{ view: 'ask', coin }}
      />
    </List>
  )
}
