let sheet: CSSStyleSheet | undefined

/** @param hash for example "#/pages/wallet/info?id=7" */
export function highlightOpen(hash: string): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(
    `:is(.beside, .panes > .screen) a[href="${CSS.escape(hash)}"]{background:var(--accent-soft);box-shadow:-8px 0 var(--accent-soft),8px 0 var(--accent-soft)}`,
  )
}
