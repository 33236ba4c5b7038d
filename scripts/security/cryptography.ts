/** Finds cryptography, excluding text encoding. */
const uses =
  /from '(?:node:crypto|@noble\/(?:curves|ciphers)\/[^']*|@noble\/hashes\/(?!utils)[^']*|@scure\/bip[^']*|@node-rs\/argon2|hash-wasm|otpauth|altcha-lib[^']*)'|\bcrypto\.(?:subtle|getRandomValues)\b/

/** Excludes tests and tools. */
export const isProduct = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test-[^/]*$|^(?:trials|e2e|scripts)\//.test(path)

export function cryptographyProblems(page: string, files: readonly { path: string; text: string }[]): string[] {
  return files
    .filter(({ path, text }) => isProduct(path) && uses.test(text) && !page.includes(`\`${path}\``))
    .map(({ path }) => `docs/security/keys.md: does not name ${path}, which uses cryptography`)
}
