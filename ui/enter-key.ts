import type { KeyboardEvent } from 'react'

/** What Safari says of a key that an input method uses: it ends the composition before it tells of the key. */
const ofInputMethod = 229

/** Whether Enter was pressed, and not to choose a word of an input method. */
export const isEnter = ({ key, keyCode, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing && keyCode !== ofInputMethod
