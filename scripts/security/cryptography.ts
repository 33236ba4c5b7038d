/** What a file imports, or says, that uses cryptography. Texts to bytes and back are none. */
const uses =
  /from '(?:node:crypto|@noble\/(?:curves|ciphers)\/[^']*|@noble\/hashes\/(?!utils)[^']*|@scure\/bip[^']*|@node-rs\/argon2|hash-wasm|otpauth|altcha-lib[^']*)'|\bcrypto\.(?:subtle|getRandomValues)\b/

/** Code that runs in the product: no tests, no tools. */
export const isProduct = (path: string): boolean =>
  /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test-[^/]*$|^(?:trials|e2e|scripts)\//.test(path)

/** What is wrong with the page that names every use of cryptography. @param files each with its text */
export function cryptographyProblems(page: string, files: readonly { path: string; text: string }[]): string[] {
  return files
    .filter(({ path, text }) => isProduct(path) && uses.test(text) && !page.includes(`\`${path}\``))
    .map(({ path }) => `docs/security/keys.md: does not name ${path}, which uses cryptography`)
}
