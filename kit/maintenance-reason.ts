/** Localized by the app; the spec's repair after an attack. */
export const attackReason = 'attack'
