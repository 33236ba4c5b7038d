import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Again } from '../call/use-call.ts'
import { Icon } from '../picture/Icon.tsx'
import type { IconName } from '../picture/icons.ts'
import { Link } from '../shell/Link.tsx'
import type { Path, Query } from '../shell/navigation.ts'
import { useText } from '../text/texts.ts'

/** `gold` only for the final confirmation of a money movement. */
export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'gold'

const looks: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent',
  quiet: 'bg-accent-soft text-accent-ink',
  danger: 'bg-neg-soft text-neg',
  gold: 'gold',
}
const shape = (look: ButtonVariant, compact: boolean) =>
  `press inline-flex items-center justify-center gap-2 rounded-control text-center font-semi leading-tight ${looks[look]} ${
    compact
      ? 'min-h-11 flex-wrap px-[min(1rem,5vw)] py-2 text-small'
      : 'w-full min-h-13 px-3 py-3 text-lead [overflow-wrap:anywhere]'
  }`

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  readonly look?: ButtonVariant
  readonly compact?: boolean
  readonly busy?: boolean
  readonly icon?: IconName
}

export function Button({ look = 'primary', compact = false, busy = false, icon, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : rest.onClick}
      className={`${shape(look, compact)} disabled:bg-none disabled:bg-inset disabled:text-ink-3 disabled:shadow-none`}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size={20} />}
      {children}
    </button>
  )
}

export type FormButtonProps = ButtonProps & {
  /** Missing fields in form order; false for a complete field. */
  readonly missing?: readonly (string | false)[]
  /** Why the button is disabled, other than missing input. false: enabled. */
  readonly why?: string | false | undefined
  /** Set if required data failed to load. The button then retries. */
  readonly again?: Again | undefined
}
/** Disabled while input is missing. Names the next missing field. */
export function FormButton({ missing = [], why = false, again, disabled, ...rest }: FormButtonProps) {
  const t = useText()
  const id = useId()
  if (again)
    return (
      <Button look="quiet" icon="refresh" busy={again.busy} onClick={again.ask}>
        {t('state.retry')}
      </Button>
    )
  const what = missing.find((name) => name !== false)
  const said = what ? t('form.missing', { what: what.replace(/[.。।។]$/u, '') }) : why
  return (
    <>
      {said && !rest.busy && (
        <p id={id} className="text-center text-small text-ink-2 [overflow-wrap:anywhere]">
          {said}
        </p>
      )}
      <Button {...rest} disabled={disabled || Boolean(said)} aria-describedby={said && !rest.busy ? id : undefined} />
    </>
  )
}

type ButtonLinkProps = {
  readonly to: Path
  readonly query?: Query
  readonly look?: ButtonVariant
  readonly compact?: boolean
  readonly icon?: IconName
  readonly children: ReactNode
}
export const ButtonLink = ({ look = 'primary', compact = false, icon, children, ...rest }: ButtonLinkProps) => (
  <Link {...rest} className={shape(look, compact)}>
    {icon && <Icon name={icon} size={20} />}
    {children}
  </Link>
)

type IconButtonProps = {
  readonly icon: IconName
  readonly label: string
  readonly onPress: () => void
  readonly pressed?: boolean
  readonly size?: number
  readonly className?: string
}
const iconShape = 'press relative grid size-11 flex-none place-items-center rounded-control active:bg-inset'

export const IconButton = ({ icon, label, onPress, pressed, size = 24, className = '' }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-pressed={pressed}
    onClick={onPress}
    className={`${iconShape} ${className}`}
  >
    <Icon name={icon} size={size} />
  </button>
)

type IconLinkProps = { readonly icon: IconName; readonly label: string; readonly to: Path; readonly query?: Query }
export const IconLink = ({ icon, label, ...rest }: IconLinkProps) => (
  <Link {...rest} label={label} className={iconShape}>
    <Icon name={icon} />
  </Link>
)

export const Spinner = () => (
  <svg
    className="size-5 flex-none animate-[turn_.8s_linear_infinite]"
    viewBox="0 0 24 24"
    fill="none"
    aria-hidden="true"
  >
    <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity=".25" strokeWidth="3" />
    <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
  </svg>
)
