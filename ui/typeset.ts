/** Matches signed numbers, percentages or slash-separated numbers: "+4.6 %", "1 / 7 / 15". */
const figures = /(?<![\w.,])[+−-]?\d+(?:[.,:]\d+)*(?: ?%)?(?: \/ \d+(?:[.,]\d+)*(?: ?%)?)*/g

const isBare = (figure: string): boolean => /^[\d.,:]+$/.test(figure)

/**
 * Keeps a percent sign on its number's line. In right-to-left text, Unicode's left-to-right isolate also keeps signs, percents and slashes
 * on their side.
 */
export function typeset(text: string, direction: 'ltr' | 'rtl'): string {
  if (!/\d/.test(text)) return text
  return text.replace(figures, (figure) => {
    if (isBare(figure)) return figure
    const whole = figure.replaceAll(' %', '\u00a0%')
    return direction === 'rtl' ? `\u2066${whole}\u2069` : whole
  })
}
