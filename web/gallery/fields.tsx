import { languages } from '#locales/registry.ts'
import { DraftQuestion } from '#ui/draft/DraftQuestion.tsx'
import { AmountField } from '#ui/form/AmountField.tsx'
import { Choose } from '#ui/form/Choose.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { DecimalField } from '#ui/form/DecimalField.tsx'
import { Field, type FieldProps, PasswordField, TextArea } from '#ui/form/Field.tsx'
import { NewPasswordFields } from '#ui/form/NewPasswordFields.tsx'
import { WalletIdField } from '#ui/form/WalletIdField.tsx'
import { ScanButton } from '#ui/sheet/ScanButton.tsx'
import { Held } from './Held.tsx'
import { nothing, type Part, samples } from './part.ts'

const tried = (from: string, props: Omit<FieldProps, 'value' | 'onChange'>, Kind = Field) => (
  <Held from={from}>{(value, change) => <Kind {...props} value={value} onChange={change} />}</Held>
)
const newPassword = (password: string, repeat: string, short: boolean, error?: string) => (
  <Held from={{ password, repeat }}>
    {(value, change) => (
      <NewPasswordFields
        value={value}
        onChange={change}
        rules={{ length: password.length > 5, letterFirst: password !== '', digit: /\d/.test(password) }}
        short={short}
        error={error}
        compared
        onCompare={nothing}
      />
    )}
  </Held>
)

const languageChoices = languages.slice(0, 3).map(({ tag, name }) => ({ value: tag as string, label: name }))

export const fields: readonly Part[] = [
  {
    name: 'Choose',
    states: (t) => ({
      chosen: (
        <Held from="ru">
          {(value, change) => (
            <Choose label={t('title.language')} options={languageChoices} value={value} onChange={change} />
          )}
        </Held>
      ),
      error: (
        <Choose
          label={t('title.language')}
          options={languageChoices}
          value="en"
          onChange={nothing}
          error={t('network.later')}
        />
      ),
    }),
  },
  {
    name: 'Field',
    states: (t) => ({
      empty: tried('', { label: t('title.nickname'), placeholder: t('app.name') }),
      hint: tried(t('app.name'), { label: t('title.nickname'), hint: t('network.later') }),
      error: tried(t('app.name'), { label: t('title.nickname'), error: t('network.later') }),
      'code, with a button': tried(samples.address, {
        label: t('title.addresses'),
        code: true,
        end: <ScanButton onScan={nothing} />,
      }),
      disabled: tried(t('app.name'), { label: t('title.nickname'), disabled: true }),
      PasswordField: tried('Quartz7lamp', { label: t('password.wallet') }, PasswordField),
      'PasswordField error': tried('', { label: t('password.wallet'), error: t('network.later') }, PasswordField),
      TextArea: (
        <Held from="">
          {(value, change) => <TextArea label={t('title.import')} value={value} onChange={change} code />}
        </Held>
      ),
      'TextArea error': (
        <TextArea label={t('title.import')} value={samples.hash} onChange={nothing} error={t('network.later')} />
      ),
    }),
  },
  {
    name: 'DecimalField',
    states: (t) => ({
      empty: (
        <Held from="">
          {(value, change) => (
            <DecimalField
              label={t('alert.price', { coin: 'ATMC' })}
              hint={t('network.later')}
              value={value}
              onChange={change}
              wholeMax={6}
              decimalsMax={8}
            />
          )}
        </Held>
      ),
      filled: (
        <Held from="1234.5678">
          {(value, change) => (
            <DecimalField
              label={t('alert.price', { coin: 'ATMC' })}
              value={value}
              onChange={change}
              wholeMax={6}
              decimalsMax={8}
            />
          )}
        </Held>
      ),
    }),
  },
  {
    name: 'DraftQuestion',
    states: () => ({ two: <DraftQuestion draft={{ choices: ['1000', '1'], set: nothing }} coin="USDT" /> }),
  },
  {
    name: 'AmountField',
    states: (t) => ({
      empty: (
        <Held from="">
          {(value, change) => <AmountField label={t('title.recharge')} value={value} onChange={change} coin="USDT" />}
        </Held>
      ),
      all: (
        <Held from="123456789012.34">
          {(value, change) => (
            <AmountField
              label={t('title.withdraw')}
              value={value}
              onChange={change}
              coin="ATMC"
              all="250.5"
              hint={t('network.later')}
            />
          )}
        </Held>
      ),
      error: (
        <AmountField
          label={t('title.withdraw')}
          value="0.01"
          onChange={nothing}
          coin="USDT"
          error={t('network.later')}
        />
      ),
    }),
  },
  {
    name: 'CodeField',
    states: (t) => ({
      half: (
        <Held from="123">
          {(value, change) => <CodeField label={t('password.google_code')} value={value} onChange={change} />}
        </Held>
      ),
      error: (
        <CodeField label={t('password.google_code')} value="123456" onChange={nothing} error={t('network.later')} />
      ),
    }),
  },
  {
    name: 'NewPasswordFields',
    states: (t) => ({
      empty: newPassword('', '', false),
      'kept, short, differs': newPassword('quartz7', 'quartz8', true),
      error: newPassword('password1', '', false, t('network.later')),
    }),
  },
  {
    name: 'WalletIdField',
    states: (t) => ({
      empty: tried('', { label: t('title.account') }, WalletIdField),
      filled: tried(samples.wallet, { label: t('title.account') }, WalletIdField),
    }),
  },
]
