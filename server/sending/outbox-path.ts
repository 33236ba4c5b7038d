export const outboxPath = '/outbox'
