/** A reason for maintenance that the app says itself, in the reader's language: the specification's repair after an attack. */
export const attackReason = 'attack'
