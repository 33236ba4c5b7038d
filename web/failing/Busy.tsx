export const Busy = () => (
  <div className="late fixed inset-x-0 top-0 z-30 h-0.5 overflow-hidden" aria-hidden="true">
    <div className="h-full w-2/5 animate-[slide_1s_linear_infinite] bg-accent" />
  </div>
)
