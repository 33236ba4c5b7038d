import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '../text/texts.ts'
import { FormButton, type FormButtonProps } from './Button.tsx'

const holdMs = 700

type HoldButtonProps = Omit<FormButtonProps, 'onClick' | 'type'> & {
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onHeld: () => void
}

/** Confirms an irreversible action by holding or pressing twice. One keyboard press suffices, because it is rarely accidental. */
export function HoldButton({ button, onHeld, children, ...rest }: HoldButtonProps) {
  const t = useText()
  const [holding, setHolding] = useState(false)
  const [pressedOnce, setPressedOnce] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const act = () => {
    setPressedOnce(false)
    navigator.vibrate?.(20)
    onHeld()
  }
  const hold = (event: PointerEvent) => {
    if (event.button !== 0 || rest.busy) return
    setHolding(true)
    timer.current = setTimeout(() => {
      setHolding(false)
      act()
    }, holdMs)
  }
  return (
    <>
      {!rest.missing?.some(Boolean) && !rest.busy && (
        <p className={`text-center text-small ${pressedOnce ? 'font-semi text-ink' : 'text-ink-3'}`} role="status">
          {t(pressedOnce ? 'confirm.again' : 'confirm.hold')}
        </p>
      )}
      <FormButton
        {...rest}
        ref={button}
        data-holding={holding ? '' : undefined}
        onPointerDown={hold}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => event.preventDefault()}
        onClick={({ detail }) => {
          if (detail === 0 || pressedOnce) return act()
          setPressedOnce(true)
        }}
      >
        {children}
      </FormButton>
    </>
  )
}
