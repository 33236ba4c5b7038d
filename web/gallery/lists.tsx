import { Icon } from '#ui/picture/Icon.tsx'
import { Card, List, Pages, Row, RowIcon } from '#ui/shell/List.tsx'
import { Chip, type ChipTone, FactGrid, Facts, Heading, Note, Steps } from '#ui/show/Facts.tsx'
import { AmountText, Num } from '#ui/text/AmountText.tsx'
import { nothing, type Part } from './part.ts'

const tones: readonly ChipTone[] = ['accent', 'plain', 'warn', 'neg']
const page = {
  error: null,
  isPending: false,
  dataUpdatedAt: 1,
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: async () => undefined,
  refetch: async () => undefined,
}
const pagesOf = (items: string[] | undefined, label: string, more: Partial<typeof page> = {}) => (
  <Pages
    pages={{ ...page, ...more, items }}
    label={label}
    empty={label}
    row={(item) => <Row key={item} title={item} />}
  />
)

export const lists: readonly Part[] = [
  {
    name: 'List',
    states: (t) => ({
      rows: (
        <List label={t('title.records')}>
          <Row title={t('title.recharge')} />
          <Row title={t('title.recharge')} note={t('state.loading')} end={<AmountText value="5" coin="USDT" />} />
          <Row
            mark={
              <RowIcon>
                <Icon name="bell" />
              </RowIcon>
            }
            title={t('title.notices')}
            note={t('network.later')}
            end={<Num>12</Num>}
            endNote={t('state.loading')}
            to="/pages/notice/index"
          />
          <Row title={t('title.security')} onPress={nothing} foot={<Note>{t('network.later')}</Note>} />
          <Row title={t('title.web')} href="https://glasshouse.example/" />
        </List>
      ),
      RowIcon: (
        <div className="flex flex-wrap gap-2">
          {tones.map((tone) => (
            <RowIcon key={tone} tone={tone}>
              <Icon name="bell" />
            </RowIcon>
          ))}
        </div>
      ),
      Card: (
        <Card>
          <p className="p-4">{t('network.later')}</p>
        </Card>
      ),
      'Pages being read': pagesOf(undefined, t('title.records')),
      'Pages empty': pagesOf([], t('title.records')),
      'Pages with more': pagesOf([t('title.recharge'), t('title.withdraw')], t('title.records'), { hasNextPage: true }),
    }),
  },
  {
    name: 'Facts',
    states: (t) => {
      const facts = [
        { label: t('title.recharge'), value: <AmountText value="1000" coin="USDT" /> },
        { label: t('title.withdraw'), value: <AmountText value="250.5" coin="USDT" />, strong: true },
        { label: t('title.language'), value: t('network.later') },
      ]
      return {
        Facts: <Facts facts={facts} />,
        FactGrid: <FactGrid facts={facts} />,
        Chip: (
          <div className="flex flex-wrap gap-2">
            {tones.map((tone) => (
              <Chip key={tone} tone={tone}>
                {t('title.security')}
              </Chip>
            ))}
          </div>
        ),
        ...Object.fromEntries(
          tones.map((tone) => [
            `Note ${tone}`,
            <Note key={tone} tone={tone}>
              {t('network.later')}
            </Note>,
          ]),
        ),
        Steps: (
          <Steps
            label={t('title.backup')}
            steps={[t('title.recharge'), t('title.backup'), t('title.withdraw')]}
            current={1}
          />
        ),
        Heading: <Heading action={<Chip>{t('tab.home')}</Chip>}>{t('title.records')}</Heading>,
      }
    },
  },
]
