/** One block of a stream of server-sent events (HTML standard, 9.2). */
export type StreamEvent = { readonly id: string; readonly event: string; readonly data: string }

/** Writes a block. @param data one line of text, e.g. JSON */
export const writeEvent = ({ id, event, data }: StreamEvent): string => `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
/** A comment: it keeps the line open and tells nothing. */
export const heartbeat = ':\n\n'

/** Longest block that is believed; a stream that sends more is no stream of ours. */
const blockMax = 256 * 1024

/**
 * Reads a stream as it comes, in pieces of any size. Blocks without an event are heartbeats and answer nothing.
 * @throws RangeError when a block does not end
 */
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
