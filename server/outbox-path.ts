/** Where the demo's mails can be read. */
export const outboxPath = '/outbox'
