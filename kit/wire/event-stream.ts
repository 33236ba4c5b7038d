/** A server-sent event (HTML standard, 9.2). */
export type StreamEvent = { readonly id: string; readonly event: string; readonly data: string }

export const writeEvent = ({ id, event, data }: StreamEvent): string => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
/** A comment that keeps the connection open. */
export const heartbeat = ':\n\n'

const blockMax = 256 * 1024

/** Skips heartbeats. @throws RangeError if a block exceeds the limit */
export function createEventReader(): (piece: string) => StreamEvent[] {
  let rest = ''
  return (piece) => {
    const blocks = `${rest}${piece}`.split(/\r?\n\r?\n/)
    rest = blocks.pop() ?? ''
    if (rest.length > blockMax) throw new RangeError('a block of the stream does not end')
    return blocks.map(readBlock).filter(({ event }) => event !== '')
  }
}

function readBlock(block: string): StreamEvent {
  const fields: Record<string, string[]> = {}
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    fields[name] = [...(fields[name] ?? []), value]
  }
  return { id: fields.id?.at(-1) ?? '', event: fields.event?.at(-1) ?? '', data: fields.data?.join('\n') ?? '' }
}
