import type { KeyboardEvent } from 'react'

/** Safari's key code for an input method, because Safari ends composition before sending the key. */
const ofInputMethod = 229

/** False if Enter selects an input method's suggestion. */
export const isEnter = ({ key, keyCode, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && keyCode !== ofInputMethod
