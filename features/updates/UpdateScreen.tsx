import { loadVersion } from '#kit/wire/contracts/app.contract.ts'
import { appVersion } from '#kit/wire/signing/headers.ts'
import { useRead } from '#ui/call/use-call.ts'
import { Button } from '#ui/form/Button.tsx'
import { Card } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { EmptyState, ReadState } from '#ui/show/State.tsx'
import { currentLanguage, useText } from '#ui/text/texts.ts'
import { isNewer, versionAsked } from './load-update.ts'
import { UpdateOffer } from './UpdateOffer.tsx'

export function UpdateScreen() {
  const t = useText()
  const read = useRead(loadVersion, { ...versionAsked, language: currentLanguage().wire })
  return (
    <Screen title={t('title.update')} up="/pages/my/settings" onRefresh={read.refetch}>
      <ReadState read={read}>
        {(release) =>
          isNewer(release) ? (
            <Card className="grid gap-3 p-5">
              <h2 className="text-title font-semi">{t(release.force ? 'update.forced' : 'update.title')}</h2>
              <UpdateOffer release={release} />
            </Card>
          ) : (
            <EmptyState
              action={
                <Button look="quiet" compact icon="refresh" busy={read.isFetching} onClick={() => void read.refetch()}>
                  {t('update.check')}
                </Button>
              }
            >
              <p className="font-semi text-ink">{t('update.newest')}</p>
              <p className="mt-1">{t('update.number', { name: appVersion.name })}</p>
            </EmptyState>
          )
        }
      </ReadState>
    </Screen>
  )
}
