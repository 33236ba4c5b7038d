/** The spec's reason for repairs after an attack; localized by the app. */
export const attackReason = 'attack'
