import { createHash } from 'node:crypto'

/** The CSP hashes of the scripts that stand inside a page, `'sha256-…'`: with them no other inline script runs. */
export function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  return scripts.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
}
