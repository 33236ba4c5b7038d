import { useState } from 'react'
import { checkAddress } from '#custody/payments/address/address-check.ts'
import { coins } from '#kit/amount/coins.ts'
import { type ChainId, chainCoin, chains } from '#kit/chain/chains.ts'
import { cleanLine } from '#kit/text/typed-text.ts'
import type { OutputOf } from '#kit/wire/contract.ts'
import { type Read, useRead } from '#ui/call/use-call.ts'
import { ButtonLink, FormButton } from '#ui/form/Button.tsx'
import { Check } from '#ui/form/Choice.tsx'
import { Field } from '#ui/form/Field.tsx'
import { tooLong } from '#ui/form/too-long.ts'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { Note } from '#ui/show/Facts.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { AddressText } from '#ui/text/AddressText.tsx'
import { useText } from '#ui/text/texts.ts'
import {
  type AddressRow,
  addressNameMax,
  type BoundRow,
  type withdrawalAddresses,
  withdrawalRules,
} from '../withdrawals.contract.ts'
import { AddressCard } from './AddressCard.tsx'
import { AddressField } from './AddressField.tsx'
import { ConfirmBinding } from './ConfirmBinding.tsx'

type BindAddressProps = {
  readonly chain: ChainId
  readonly read: Read<OutputOf<typeof withdrawalAddresses>>
  readonly isChange: boolean
}

export function BindAddress({ chain, read, isChange }: BindAddressProps) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const [remark, setRemark] = useState('')
  const [understood, setUnderstood] = useState(false)
  const [asking, setAsking] = useState(false)
  const row = read.data?.items.find((each) => each.chain === chain)
  const { name: network, form } = chains[chain]
  const check = checkAddress(typed, form)
  const replaces = isChange && !row?.bound?.change ? row?.bound?.address : undefined
  const isSame = check.kind === 'fine' && check.address === replaces
  const google = useGoogleBound(chain)
  const canBind = row && (!row.bound || replaces !== undefined) && google !== false
  return (
    <Screen
      title={t(isChange ? 'address.change_title' : 'address.new_title', { network })}
      up="/pages/my/address"
      foot={
        canBind && (
          <FormButton
            missing={[
              (check.kind !== 'fine' || isSame) && t('address.field', { network }),
              cleanLine(remark) === '' && t('address.name'),
              !understood && t(isChange ? 'address.change_understood' : 'address.understood'),
            ]}
            why={tooLong(t, remark, addressNameMax)}
            onClick={() => setAsking(true)}
          >
            {t(isChange ? 'address.change_ask' : 'address.bind')}
          </FormButton>
        )
      }
    >
      <ReadState read={read}>
        {({ items }) => {
          if (row?.bound && replaces === undefined) return <AddressCard row={row} />
          return (
            <>
              {google === false && <GoogleFirst />}
              {replaces === undefined ? (
                <Note>{t('address.final', { network })}</Note>
              ) : (
                <ChangeRules replaces={replaces} />
              )}
              <Card className="grid gap-4 p-4">
                <AddressField chain={chain} value={typed} onChange={setTyped} known={items.filter(isBound)} />
                {isSame && <Note tone="neg">{t('address.change_same')}</Note>}
                <Field
                  label={t('address.name')}
                  value={remark}
                  onChange={setRemark}
                  hint={t('address.name_hint')}
                  most={addressNameMax}
                  autoComplete="off"
                />
                <Check checked={understood} onChange={setUnderstood}>
                  {t(isChange ? 'address.change_understood' : 'address.understood')}
                </Check>
              </Card>
              <p className="text-small text-ink-3">{t(isChange ? 'address.change_wait' : 'address.wait')}</p>
              {check.kind === 'fine' && (
                <ConfirmBinding
                  open={asking}
                  onClose={() => setAsking(false)}
                  chain={chain}
                  address={check.address}
                  remark={cleanLine(remark)}
                  replaces={replaces}
                />
              )}
            </>
          )
        }}
      </ReadState>
    </Screen>
  )
}

function ChangeRules({ replaces }: { replaces: string }) {
  const t = useText()
  return (
    <>
      <Note>{t('address.change_rules')}</Note>
      <Card className="grid gap-1 p-4">
        <h2 className="text-small font-semi text-ink-2">{t('address.change_old')}</h2>
        <AddressText value={replaces} />
      </Card>
    </>
  )
}

const isBound = (row: AddressRow): row is BoundRow => row.bound !== null

function useGoogleBound(chain: ChainId): boolean | undefined {
  const coin = coins.find((each) => chainCoin(chain, each)) ?? 'USDT'
  return useRead(withdrawalRules, { chain, coin }).data?.googleBound
}

function GoogleFirst() {
  const t = useText()
  return (
    <Card className="grid gap-3 p-4">
      <p className="text-small text-ink-2">{t('address.no_google')}</p>
      <ButtonLink look="quiet" icon="shield" to="/pages/my/google">
        {t('withdraw.bind_google')}
      </ButtonLink>
    </Card>
  )
}
