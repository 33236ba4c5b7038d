/** Timeout per browser action, generous for busy machines. */
export const browserMs = 120_000

/** Timeout per reload in polling loops. */
export const lookMs = 10_000
