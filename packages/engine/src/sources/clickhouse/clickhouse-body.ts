import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** What is held of an answer that nobody takes; the rest stays with the server. */
const MAX_HELD_BYTES = 256 * 1024;

/**
 * The bytes of an answer as they come, all of them also where the connection breaks behind them: a stream that is
 * iterated over forgets what it holds then, and with it the exception that a server tells before it closes.
 *
 * @throws what the stream fails with, behind its last byte; at once where it is aborted
 */
export async function* bytesOf(body: Readable, signal: AbortSignal): AsyncGenerator<Buffer> {
  // A paused answer would go on to hold what arrives; its socket leaves that to the network.
  const source = body instanceof IncomingMessage ? body.socket : body;
  let held: Buffer[] = [];
  let heldBytes = 0;
  let end: { error?: Error } | undefined;
  let wake = () => {};
  const finish = (error?: Error) => {
    end ??= error ? { error } : {};
    wake();
  };
  body.on('data', (chunk: Buffer) => {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes > MAX_HELD_BYTES) source.pause();
    wake();
  });
  body.on('error', finish);
  body.on('close', () => finish());
  // It tells nothing any more where it has ended before.
  if (body.destroyed) finish(body.errored ?? new Error('The answer was closed'));
  try {
    for (;;) {
      signal.throwIfAborted();
      if (held.length > 0) {
        const bytes = Buffer.concat(held);
        held = [];
        heldBytes = 0;
        yield bytes;
        source.resume();
      } else if (end) {
        if (end.error) throw end.error;
        return;
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    source.resume();
    body.destroy();
  }
}
