import { type FormEvent, useState } from 'react'
import { linkedWalletId, parseWalletId } from '#identity/wallet-id.ts'
import { readAgain, useRead, useReadPages } from '#ui/call/use-call.ts'
import { Button } from '#ui/form/Button.tsx'
import { WalletIdField } from '#ui/form/WalletIdField.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { Card, Pages } from '#ui/shell/List.tsx'
import { go } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { useQueryOfScreen } from '#ui/shell/screen-query.ts'
import { Heading } from '#ui/show/Facts.tsx'
import { useText } from '#ui/text/texts.ts'
import { MemberFacts, MemberHead, MemberRow } from './MemberRow.tsx'
import { listUnder } from './team.contract.ts'
import { AsOf } from './team-texts.tsx'

const path = '/pages/profit/under'

export function UnderScreen() {
  const t = useText()
  const target = useQueryOfScreen().target
  const input = target ? { target } : {}
  const pages = useReadPages(listUnder, input)
  const first = useRead(listUnder, input)
  return (
    <Screen title={t('title.under')} up={target ? path : '/pages/profit/index'} onRefresh={() => readAgain(listUnder)}>
      <Search key={target} found={target ?? ''} />
      {first.data?.head && (
        <Card className="grid gap-3 p-4">
          <MemberHead member={first.data.head} />
          <MemberFacts member={first.data.head} />
          <Link
            to={path}
            {...(first.data.above ? { query: { target: first.data.above } } : {})}
            className="py-2 text-small font-semi text-accent-ink"
          >
            {t('under.above')}
          </Link>
        </Card>
      )}
      {first.data?.head && <Heading>{t('under.invited')}</Heading>}
      <Pages
        pages={pages}
        label={t('under.invited')}
        empty={t(target ? 'under.none' : 'member.none')}
        row={(member) => <MemberRow key={member.walletId} member={member} />}
      />
      {first.data && <AsOf at={first.data.asOf} />}
    </Screen>
  )
}

function Search({ found }: { found: string }) {
  const t = useText()
  const [typed, setTyped] = useState(found)
  const [checked, setChecked] = useState(false)
  const id = parseWalletId(typed)
  const search = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (id) go(path, { target: id })
    else if (typed.trim() === '') go(path)
  }
  return (
    <form className="grid gap-3" onSubmit={search} noValidate>
      <WalletIdField
        label={t('under.search')}
        value={typed}
        onChange={(text) => setTyped(linkedWalletId(text) ?? text)}
        error={checked && typed.trim() !== '' && !id ? t('under.search_wrong') : undefined}
      />
      <Button look="quiet" type="submit">
        {t('under.find')}
      </Button>
    </form>
  )
}
