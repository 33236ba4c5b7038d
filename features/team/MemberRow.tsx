import { Icon } from '#ui/picture/Icon.tsx'
import { Seal } from '#ui/picture/Seal.tsx'
import { Link } from '#ui/shell/Link.tsx'
import { Chip, Facts } from '#ui/show/Facts.tsx'
import { AmountText } from '#ui/text/AmountText.tsx'
import { showDay } from '#ui/text/format.ts'
import { useText } from '#ui/text/texts.ts'
import { WalletId } from '#ui/text/WalletId.tsx'
import { CountText, type Member, StarChip } from './team-texts.tsx'

export function MemberFacts({ member }: { member: Member }) {
  const t = useText()
  return (
    <div className="grid gap-2">
      <Facts
        facts={[
          { label: t('member.level'), value: <CountText count={member.level} /> },
          { label: t('member.referrals'), value: <CountText count={member.referrals} /> },
          { label: t('team.effective'), value: <CountText count={member.effective} /> },
          { label: t('team.members'), value: <CountText count={member.members} /> },
          {
            label: t('team.performance'),
            value: <AmountText value={member.performance} coin="USDT" worth about={member.rounded} own />,
          },
          {
            label: t('team.week'),
            value: <AmountText value={member.weekPerformance} coin="USDT" worth about={member.rounded} own />,
          },
          {
            label: t('team.week_net'),
            value: <AmountText value={member.weekNetDeposit} coin="USDT" worth about={member.rounded} own />,
          },
          {
            label: t('team.week_wld'),
            value: <AmountText value={member.weekWldWithdrawal} coin="WLD" about={member.rounded} own />,
          },
        ]}
      />
      {member.rounded && <p className="text-caption text-ink-3">{t('member.rounded')}</p>}
    </div>
  )
}

export function MemberHead({ member }: { member: Member }) {
  const t = useText()
  const { walletId, nickname, activated, star } = member
  return (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <Seal id={walletId} size={40} />
      <span className="min-w-0 flex-1">
        <span className="block font-semi leading-snug">
          {nickname ? <bdi>{nickname}</bdi> : <WalletId id={walletId} />}
        </span>
        {nickname && (
          <span className="block text-small text-ink-3">
            <WalletId id={walletId} />
          </span>
        )}
      </span>
      {activated ? <StarChip star={star} /> : <Chip tone="warn">{t('member.inactive')}</Chip>}
    </span>
  )
}

export function MemberRow({ member }: { member: Member }) {
  const t = useText()
  return (
    <li>
      <details className="group">
        <summary className="flex min-h-16 list-none items-center gap-2 py-2.5">
          <MemberHead member={member} />
          <span className="-me-1 rotate-90 text-ink-3 transition-transform group-open:-rotate-90">
            <Icon name="next" size={18} />
          </span>
        </summary>
        <div className="grid gap-3 pb-3">
          <p className="text-small text-ink-3">{t('member.joined', { day: showDay(member.joinedAt) })}</p>
          <MemberFacts member={member} />
          {member.referrals > 0 && (
            <Link
              to="/pages/profit/under"
              query={{ target: member.walletId }}
              className="py-2 text-small font-semi text-accent-ink"
            >
              {t('member.open')}
            </Link>
          )}
        </div>
      </details>
    </li>
  )
}
