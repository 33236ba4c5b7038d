/** Such as "+4.6 %", "1 / 7 / 15", "5 USDT". */
const figures =
  /(•+|(?<![\w.,])[+−-]?\d+(?:[.,:]\d+)*(?: ?%)?(?: \/ \d+(?:[.,]\d+)*(?: ?%)?)*)([ \u00a0\u202f][A-Z]{3,6}(?!\w))?/g

const isBare = (figure: string): boolean => /^[\d.,:•]+$/.test(figure)

/** Keeps a percent sign on its number's line. In right-to-left text, isolates keep signs, percents, slashes and coins with their number. */
export function typeset(text: string, direction: 'ltr' | 'rtl'): string {
  if (!/[\d•]/.test(text)) return text
  return text.replace(figures, (_, figure: string, coin = '') => {
    const whole = isBare(figure) ? figure : figure.replaceAll(' %', '\u00a0%')
    if (direction === 'ltr') return whole + coin
    const number = isBare(figure) ? figure : `\u2066${whole}\u2069`
    return coin ? `\u2067${number}${coin}\u2069` : number
  })
}
