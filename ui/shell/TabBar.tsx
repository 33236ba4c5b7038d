import { Icon } from '../picture/Icon.tsx'
import type { IconName } from '../picture/icons.ts'
import { Link } from './Link.tsx'
import type { Path } from './navigation.ts'

export type Tab = { readonly path: Path; readonly icon: IconName; readonly label: string }

/** Five tabs use the full width of small phones. */
export const TabBar = ({ tabs, current, label }: { tabs: readonly Tab[]; current: string; label: string }) => (
  <nav
    aria-label={label}
    className={`tabs bar fixed inset-x-0 bottom-0 z-10 flex justify-center border-t border-line pt-1.5 pb-[max(8px,env(safe-area-inset-bottom))] ${tabs.length > 4 ? 'px-1' : 'px-3'}`}
  >
    {tabs.map((tab) => (
      <Link
        key={tab.path}
        to={tab.path}
        current={tab.path === current}
        className="group flex min-h-13 max-w-30 min-w-0 flex-1 flex-col items-center gap-0.5 py-1.5 text-center text-[clamp(.6875rem,3.08vw,.75rem)] font-semi leading-tight [overflow-wrap:anywhere] hyphens-auto text-ink-3 aria-[current]:text-accent-ink"
      >
        <span className="grid h-7 w-14 max-w-full place-items-center rounded-pill group-aria-[current]:bg-accent-soft">
          <Icon name={tab.icon} size={22} />
        </span>
        {tab.label}
      </Link>
    ))}
  </nav>
)
