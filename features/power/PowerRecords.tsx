import { useState } from 'react'
import { readAgain, useReadPages } from '#ui/call/use-call.ts'
import { Choose } from '#ui/form/Choose.tsx'
import { Icon } from '#ui/picture/Icon.tsx'
import { Pages, Row, RowIcon } from '#ui/shell/List.tsx'
import { Screen } from '#ui/shell/Screen.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showMoment } from '#ui/text/format.ts'
import { type TextId, useText } from '#ui/text/texts.ts'
import { listPower } from './power.contract.ts'

/** Types of POWER records (spec point 3). */
const codes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24] as const

const nameOf = (code: number) => `power_record.${code}` as TextId as 'power_record.2'

export function PowerRecords() {
  const t = useText()
  const [code, setCode] = useState('')
  const records = useReadPages(listPower, code === '' ? {} : { code })
  return (
    <Screen title={t('mining.records')} up="/pages/mining/index" onRefresh={() => readAgain(listPower)}>
      <Choose
        label={t('mining.type')}
        value={code}
        onChange={setCode}
        options={[
          { value: '', label: t('mining.all_types') },
          ...codes.map((each) => ({ value: String(each), label: t(nameOf(each)) })),
        ]}
      />
      <Pages
        pages={records}
        label={t('mining.records')}
        empty={t('mining.no_records')}
        row={(record) => (
          <Row
            key={record.id}
            mark={
              <RowIcon tone={record.direction === 'in' ? 'accent' : 'plain'}>
                <Icon name={record.direction === 'in' ? 'power' : 'minus'} size={20} />
              </RowIcon>
            }
            title={t(nameOf(record.code))}
            note={showMoment(record.at)}
            end={<AmountText value={record.direction === 'in' ? record.amount : `-${record.amount}`} signed own />}
            endNote={
              <>
                {t('mining.after')} <AmountText value={record.balanceAfter} own />
              </>
            }
          />
        )}
      />
    </Screen>
  )
}
