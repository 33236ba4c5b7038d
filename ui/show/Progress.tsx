type ProgressProps = {
  readonly label: string
  readonly done: number
  readonly needed: number
  readonly text: string
}

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
