/** Events of an answer that carry something, or that the `ai` SDK waits for; every other one is left out. */
const EVENTS = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'error',
]);
/** Blocks that answer what is asked here: neither tools of the host nor files are asked for. */
const BLOCKS = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use']);
const DELTAS = new Set(['text_delta', 'input_json_delta', 'thinking_delta', 'signature_delta']);

/** What is read of an event; each part may be anything. */
interface Event {
  readonly type?: unknown;
  readonly index?: unknown;
  readonly content_block?: { readonly type?: unknown } | null;
  readonly delta?: { readonly type?: unknown } | null;
}

/**
 * Makes a transform of a stream of events in Anthropic's format, which leaves out the events, blocks and deltas that
 * this version does not know. The format is given new ones and asks its clients to do so; the `ai` SDK fails instead.
 *
 * @see https://docs.anthropic.com/en/api/messages-streaming, "Other events"
 */
export function createKnownEvents(): ReadableWritablePair<Uint8Array, Uint8Array> {
  const unknownBlocks = new Set<unknown>();
  const isKnown = (event: Event): boolean => {
    if (!EVENTS.has(String(event.type))) return false;
    if (event.type === 'content_block_start') {
      const isKnownBlock = BLOCKS.has(String(event.content_block?.type));
      if (!isKnownBlock) unknownBlocks.add(event.index);
      return isKnownBlock;
    }
    if (unknownBlocks.has(event.index)) return false;
    return event.type !== 'content_block_delta' || DELTAS.has(String(event.delta?.type));
  };
  return filterEvents((data) => {
    const event = parse(data);
    // What is no object is left to the SDK, which says what is wrong with it.
    return event === undefined || isKnown(event);
  });
}

function parse(data: string): Event | undefined {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Passes on the events of a stream that `isKept` takes, as they come; comments and what has no end go with the next
 * one.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
function filterEvents(isKept: (data: string) => boolean): ReadableWritablePair<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  /** The kept ones of the events that have come to their end, as bytes. */
  const takeKept = (text: string) => {
    const events = text.replaceAll(/\r\n?/g, '\n').split('\n\n');
    rest = events.pop() ?? '';
    return encoder.encode(
      events
        .filter((event) => isKept(dataOf(event)))
        .map((event) => `${event}\n\n`)
        .join(''),
    );
  };
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const text = rest + decoder.decode(chunk, { stream: true });
      // A return at the end may be the half of a line's end.
      const end = text.endsWith('\r') ? text.length - 1 : text.length;
      const kept = takeKept(text.slice(0, end));
      rest += text.slice(end);
      if (kept.length > 0) controller.enqueue(kept);
    },
    flush(controller) {
      controller.enqueue(takeKept(rest));
      if (rest !== '') controller.enqueue(encoder.encode(rest));
    },
  });
}

function dataOf(event: string): string {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).trimStart()).join('\n');
}
