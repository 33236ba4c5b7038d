import { Button, ButtonLink, type ButtonVariant, FormButton, IconButton, IconLink, Spinner } from '#ui/form/Button.tsx'
import { Check, Filters, Segmented, Switch } from '#ui/form/Choice.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { HoldButton } from '#ui/form/HoldButton.tsx'
import { NumberPad } from '#ui/form/NumberPad.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { type IconName, icons } from '#ui/picture/icons.ts'
import { ScanButton } from '#ui/sheet/ScanButton.tsx'
import { ShareButtons } from '#ui/sheet/ShareButtons.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { SupportLink } from '#ui/show/SupportLink.tsx'
import { toast } from '#ui/show/toasts.ts'
import { CopyButton } from '#ui/text/CopyButton.tsx'
import type { Say } from '#ui/text/texts.ts'
import { Held } from './Held.tsx'
import { nothing, type Part, samples } from './part.ts'

const looks: readonly ButtonVariant[] = ['primary', 'quiet', 'danger', 'gold']
const choices = (t: Say, Kind: typeof Segmented) => (
  <Held from="home">
    {(value, change) => (
      <Kind
        label={t('tab.menu')}
        options={[
          { value: 'home', label: t('tab.home') },
          { value: 'invest', label: t('tab.invest') },
          { value: 'exchange', label: t('tab.exchange') },
          { value: 'wallet', label: t('tab.wallet') },
        ]}
        value={value}
        onChange={change}
      />
    )}
  </Held>
)
const button: Part = {
  name: 'Button',
  states: (t) => ({
    ...Object.fromEntries(
      looks.map((look) => [
        look,
        <Button key={look} look={look}>
          {t('confirm.confirm')}
        </Button>,
      ]),
    ),
    icon: <Button icon="refresh">{t('state.retry')}</Button>,
    busy: <Button busy>{t('confirm.confirm')}</Button>,
    disabled: <Button disabled>{t('confirm.confirm')}</Button>,
    'gold disabled': (
      <Button look="gold" disabled>
        {t('confirm.confirm')}
      </Button>
    ),
    compact: (
      <div className="flex flex-wrap gap-2">
        {looks.map((look) => (
          <Button key={look} look={look} compact>
            {t('state.retry')}
          </Button>
        ))}
      </div>
    ),
    ButtonLink: <ButtonLink to="/pages/index/index">{t('tab.home')}</ButtonLink>,
    IconButton: (
      <div className="flex gap-2">
        <IconButton icon="eye" label={t('password.show')} onPress={nothing} />
        <IconButton icon="eyeOff" label={t('password.show')} pressed onPress={nothing} />
      </div>
    ),
    IconLink: <IconLink icon="home" label={t('tab.home')} to="/pages/index/index" />,
    Spinner: <Spinner />,
  }),
}
const choice: Part = {
  name: 'Choice',
  states: (t) => ({
    Segmented: choices(t, Segmented),
    Filters: choices(t, Filters),
    'Switch off': (
      <Held from={false}>
        {(on, change) => (
          <Switch label={t('title.security')} note={t('state.loading')} checked={on} onChange={change} />
        )}
      </Held>
    ),
    'Switch on': (
      <Held from={true}>{(on, change) => <Switch label={t('title.security')} checked={on} onChange={change} />}</Held>
    ),
    'Switch disabled': <Switch label={t('title.security')} checked disabled onChange={nothing} />,
    Check: (
      <Held from={true}>
        {(on, change) => (
          <Check checked={on} onChange={change}>
            {t('network.later')}
          </Check>
        )}
      </Held>
    ),
  }),
}

export const controls: readonly Part[] = [
  button,
  choice,
  {
    name: 'CopyButton',
    states: (t) => ({
      icon: <CopyButton value={samples.wallet} label={t('hash.copy')} />,
      words: <CopyButton value={samples.wallet} label={t('hash.copy')} words />,
    }),
  },
  {
    name: 'ShareButtons',
    states: (t) => ({
      usual: (
        <ShareButtons value={samples.wallet} title={t('app.name')} copy={t('hash.copy')} share={t('state.retry')} />
      ),
    }),
  },
  { name: 'ScanButton', states: () => ({ usual: <ScanButton onScan={(text) => toast(text)} /> }) },
  { name: 'SupportLink', states: () => ({ usual: <SupportLink /> }) },
  {
    name: 'Link',
    states: (t) => ({
      usual: (
        <Link to="/pages/index/index" className="font-semi underline">
          {t('tab.home')}
        </Link>
      ),
    }),
  },
  {
    name: 'NumberPad',
    states: () => ({
      amount: <NumberPad point="." onKey={toast} onDelete={nothing} onDone={nothing} />,
    }),
  },
  {
    name: 'FormFoot',
    states: (t) => ({
      usual: (
        <FormFoot>
          <FormButton missing={[t('withdraw.amount')]}>{t('withdraw.submit')}</FormButton>
        </FormFoot>
      ),
    }),
  },
  {
    name: 'HoldButton',
    states: (t) => ({
      usual: (
        <HoldButton look="gold" button={{ current: null }} onHeld={nothing}>
          {t('withdraw.act', { amount: '200.00 USDT' })}
        </HoldButton>
      ),
    }),
  },
  {
    name: 'Icon',
    states: () => ({
      all: (
        <div className="flex flex-wrap gap-3">
          {(Object.keys(icons) as IconName[]).map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      ),
    }),
  },
  {
    name: 'Toasts',
    states: (t) => ({
      'plain, good, bad': (
        <div className="flex flex-wrap gap-2">
          {(['plain', 'good', 'bad'] as const).map((tone) => (
            <Button key={tone} compact onClick={() => toast(`${t('copy.done')} (${tone})`, tone)}>
              {t('copy.done')}
            </Button>
          ))}
        </div>
      ),
    }),
  },
]
