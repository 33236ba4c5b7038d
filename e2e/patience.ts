/** How long a browser may take for whatever it is asked, on a busy machine: for each of its steps, and for what is waited for. */
export const browserMs = 120_000

/** How long one look lasts at a page that is loaded again until it shows what the product does meanwhile. */
export const lookMs = 10_000
