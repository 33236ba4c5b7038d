import { useState } from 'react'
import { cleanLine, isWithin } from '#kit/text/typed-text.ts'
import { useAct, useRead } from '#ui/call/use-call.ts'
import { FormButton } from '#ui/form/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormFoot } from '#ui/form/FormFoot.tsx'
import { back } from '#ui/shell/navigation.ts'
import { Screen } from '#ui/shell/Screen.tsx'
import { ReadState } from '#ui/show/State.tsx'
import { toast } from '#ui/show/toasts.ts'
import { useText } from '#ui/text/texts.ts'
import { loadWalletInfo, nicknameLengthMax, renameWallet } from './profile.contract.ts'

export function NicknameScreen() {
  const t = useText()
  const info = useRead(loadWalletInfo, {})
  return (
    <Screen title={t('title.nickname')} up="/pages/my/info">
      <ReadState read={info}>{(data) => <NicknameForm nickname={data.nickname} />}</ReadState>
    </Screen>
  )
}

function NicknameForm({ nickname: before }: { nickname: string }) {
  const t = useText()
  const [nickname, setNickname] = useState(before)
  const name = cleanLine(nickname)
  const rename = useAct(renameWallet, { changes: [loadWalletInfo] })
  const save = async () => {
    if (!(await rename.act({ nickname: name }))) return
    toast(t('nickname.saved'), 'good')
    back('/pages/my/info')
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={t('nickname.label')}
        value={nickname}
        onChange={setNickname}
        most={nicknameLengthMax}
        autoComplete="nickname"
        hint={t('nickname.hint', { most: String(nicknameLengthMax) })}
      />
      <FormFoot>
        <FormButton
          type="submit"
          busy={rename.busy}
          missing={[!name && t('nickname.label')]}
          why={name === before && t('form.unchanged')}
          disabled={!isWithin(name, nicknameLengthMax)}
        >
          {t('info.save')}
        </FormButton>
      </FormFoot>
    </form>
  )
}
