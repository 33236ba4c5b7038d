import { flipped, type IconName, icons } from './icons.ts'

/** Decorative: label the surrounding control. */
export const Icon = ({ name, size = 24 }: { name: IconName; size?: number }) => (
  <svg
    className={flipped.has(name) ? 'flip flex-none' : 'flex-none'}
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={icons[name]} />
  </svg>
)
