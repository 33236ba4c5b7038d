type ProgressProps = {
  /** What moves on, for screen readers. */
  readonly label: string
  readonly done: number
  readonly needed: number
  /** How far, in words, e.g. "3 of 15". */
  readonly text: string
}

/** A bar that fills as something is counted; say the count in words beside it. */
export const Progress = ({ label, done, needed, text }: ProgressProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={needed}
    aria-valuenow={done}
    aria-valuetext={text}
    className="h-1.5 overflow-hidden rounded-pill bg-inset"
  >
    <div
      className="h-full rounded-pill bg-accent transition-[inline-size] duration-500"
      style={{ inlineSize: `${(100 * done) / Math.max(1, needed)}%` }}
    />
  </div>
)
