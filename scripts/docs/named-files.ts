/** A path in backticks with at least one folder. */
const named = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|sql|mjs|sol|md|po|css))`/g

/** As "page:line: …". */
export const missingFiles = (page: string, text: string, exists: (path: string) => boolean): string[] =>
  text.split('\n').flatMap((line, index) =>
    [...line.matchAll(named)]
      .map(([, path = '']) => path)
      .filter((path) => !exists(path))
      .map((path) => `${page}:${index + 1}: names ${path}, which does not exist`),
  )
