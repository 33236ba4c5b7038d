const letters = new Intl.Segmenter()

/**
 * A nickname as somebody else sees it: its first and last character, so that the one who knows it recognises it and nobody else
 * learns it. Of one or two characters only the first is left; none stays none. The number of dots says nothing about its length.
 */
export function maskNickname(nickname: string): string {
  if (nickname === '') return ''
  const characters = [...letters.segment(nickname.trim())].map(({ segment }) => segment)
  const [first] = characters
  if (first === undefined) return ''
  return `${first}•••${characters.length > 2 ? characters.at(-1) : ''}`
}
