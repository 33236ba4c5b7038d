import type { KeyboardEvent } from 'react'

/** Key code of an input method. Safari ends composition before sending this key. */
const ofInputMethod = 229

/** False if Enter selects an input method's suggestion. */
export const isEnter = ({ key, keyCode, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && keyCode !== ofInputMethod
