/** A file as a page names it: a path of at least one folder, between backticks. */
const named = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|tsx|sql|mjs|sol|md|po|css))`/g

/** Lines of a page that name a file which does not exist, as "page:line: …". */
export const missingFiles = (page: string, text: string, exists: (path: string) => boolean): string[] =>
  text.split('\n').flatMap((line, index) =>
    [...line.matchAll(named)]
      .map(([, path = '']) => path)
      .filter((path) => !exists(path))
      .map((path) => `${page}:${index + 1}: names ${path}, which does not exist`),
  )
