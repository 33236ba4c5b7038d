const letters = new Intl.Segmenter()

/**
 * Shows the first and last character, enough only for someone who knows the name. Names of up to two characters keep only the first. The
 * number of dots is constant.
 */
export function maskNickname(nickname: string): string {
  if (nickname === '') return ''
  const characters = [...letters.segment(nickname.trim())].map(({ segment }) => segment)
  const [first] = characters
  if (first === undefined) return ''
  return `${first}•••${characters.length > 2 ? characters.at(-1) : ''}`
}
