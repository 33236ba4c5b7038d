/** A number in a sentence with its sign or its percent, or several with slashes between them: "+4.6 %", "1 / 7 / 15". */
const figures = /(?<![\w.,])[+−-]?\d+(?:[.,:]\d+)*(?: ?%)?(?: \/ \d+(?:[.,]\d+)*(?: ?%)?)*/g

const isBare = (figure: string): boolean => /^[\d.,:]+$/.test(figure)

/**
 * Keeps figures whole in a sentence: a percent stays on the line of its number, and where one reads from right to left, a sign, a percent
 * or a slash stays on its side of the number (Unicode's left-to-right isolate).
 */
export function typeset(text: string, direction: 'ltr' | 'rtl'): string {
  if (!/\d/.test(text)) return text
  return text.replace(figures, (figure) => {
    if (isBare(figure)) return figure
    const whole = figure.replaceAll(' %', '\u00a0%')
    return direction === 'rtl' ? `\u2066${whole}\u2069` : whole
  })
}
