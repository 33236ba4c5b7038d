import type { Coin } from '#kit/amount/coins.ts'
import { Icon } from '#ui/picture/Icon.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { useSession } from '#ui/session/session.ts'
import { List, Row, RowIcon } from '#ui/shell/List.tsx'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'

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
