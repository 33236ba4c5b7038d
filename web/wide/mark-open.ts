/** A rule of style for the row whose screen is open: rows are links, and the address names the one that was followed. */
let sheet: CSSStyleSheet | undefined

/** @param hash the address's, e.g. "#/pages/wallet/info?id=7" */
export function markOpen(hash: string): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(
    `.beside a[href="${CSS.escape(hash)}"]{background:var(--accent-soft);box-shadow:-8px 0 var(--accent-soft),8px 0 var(--accent-soft)}`,
  )
}
