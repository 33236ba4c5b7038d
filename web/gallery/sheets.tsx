import type { ReactNode } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { PasswordSheet } from '#ui/session/PasswordSheet.tsx'
import { CaptchaSheet } from '#ui/sheet/CaptchaSheet.tsx'
import { ConfirmSheet } from '#ui/sheet/ConfirmSheet.tsx'
import { ScanSheet } from '#ui/sheet/ScanSheet.tsx'
import { Sheet } from '#ui/sheet/Sheet.tsx'
import { Facts } from '#ui/show/Facts.tsx'
import { Held } from './Held.tsx'
import { nothing, type Part } from './part.ts'

const opener = (words: string, sheet: (open: boolean, close: () => void) => ReactNode) => (
  <Held from={false}>
    {(open, change) => (
      <>
        <Button look="quiet" onClick={() => change(true)}>
          {words}
        </Button>
        {sheet(open, () => change(false))}
      </>
    )}
  </Held>
)

export const sheets: readonly Part[] = [
  {
    name: 'Sheet',
    states: (t) => ({
      usual: opener(t('title.language'), (open, close) => (
        <Sheet open={open} onClose={close} title={t('title.language')}>
          <p>{t('network.later')}</p>
        </Sheet>
      )),
    }),
  },
  {
    name: 'ConfirmSheet',
    states: (t) => ({
      usual: opener(t('title.account'), (open, onClose) => (
        <ConfirmSheet
          {...{ open, onClose }}
          title={t('title.account')}
          action={t('state.retry')}
          onConfirm={async () => onClose()}
        >
          {t('network.later')}
        </ConfirmSheet>
      )),
      danger: opener(t('title.lines'), (open, onClose) => (
        <ConfirmSheet
          {...{ open, onClose }}
          title={t('title.lines')}
          action={t('state.retry')}
          onConfirm={async () => onClose()}
          danger
        >
          {t('network.later')}
        </ConfirmSheet>
      )),
    }),
  },
  {
    name: 'PasswordSheet',
    states: (t) => ({
      'with a code': opener(t('title.withdraw'), (open, onClose) => (
        <PasswordSheet {...{ open, onClose }} title={t('title.withdraw')} googleCode onConfirm={async () => undefined}>
          <Facts facts={[{ label: t('title.withdraw'), value: t('network.later') }]} />
        </PasswordSheet>
      )),
      plain: opener(t('title.security'), (open, onClose) => (
        <PasswordSheet {...{ open, onClose }} title={t('title.security')} plain onConfirm={async () => undefined} />
      )),
    }),
  },
  {
    name: 'CaptchaSheet',
    states: (t) => ({
      'without a server': opener(t('captcha.title'), (open, close) => (
        <CaptchaSheet open={open} onClose={close} onSolved={close} />
      )),
    }),
  },
  {
    name: 'ScanSheet',
    states: (t) => ({
      usual: opener(t('scan.title'), (open, close) => open && <ScanSheet onClose={close} onScan={nothing} />),
    }),
  },
]
