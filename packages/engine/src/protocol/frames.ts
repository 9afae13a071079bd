import type { Duplex } from 'node:stream';

/**
 * Messages over a byte stream, each with bytes behind it that nobody parses. A frame is the length of its head and of
 * its body, 32 bits each, little-endian; the head as JSON; the body.
 *
 * @typeParam Sent what this side says
 */
export interface Frames<Sent> {
  /** Sends a message with the chunks behind it. What is sent in one turn goes out together. */
  send(message: Sent, chunks?: readonly Uint8Array[]): void;
}

/** Takes a message and its body, which has as many chunks as it arrived in. */
export type FrameHandler<Received> = (message: Received, body: readonly Buffer[]) => void;

const LENGTH_BYTES = 4;
const PREFIX_BYTES = 2 * LENGTH_BYTES;

/** Speaks frames over a stream that nothing else reads or writes. What arrives is believed, for both ends are ours. */
export function createFrames<Sent, Received>(stream: Duplex, onFrame: FrameHandler<Received>): Frames<Sent> {
  stream.on('data', createFrameReader(onFrame));
  let isCorked = false;
  const uncork = () => {
    isCorked = false;
    stream.uncork();
  };
  return {
    send(message, chunks = []) {
      // The other end may have gone; its watcher knows what that means.
      if (stream.destroyed || stream.writableEnded) return;
      if (!isCorked) {
        isCorked = true;
        stream.cork();
        process.nextTick(uncork);
      }
      stream.write(encodeHead(message, chunks));
      for (const chunk of chunks) stream.write(chunk);
    },
  };
}

function encodeHead(message: unknown, chunks: readonly Uint8Array[]): Buffer {
  const text = JSON.stringify(message);
  const headBytes = Buffer.byteLength(text);
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + headBytes);
  frame.writeUInt32LE(headBytes, 0);
  frame.writeUInt32LE(
    chunks.reduce((bytes, { byteLength }) => bytes + byteLength, 0),
    LENGTH_BYTES,
  );
  frame.write(text, PREFIX_BYTES);
  return frame;
}

/** Makes what turns arriving bytes into frames; bodies are not copied. */
function createFrameReader<Received>(onFrame: FrameHandler<Received>): (data: Buffer) => void {
  const pending = createPendingBytes();
  let lengths: { readonly head: number; readonly body: number } | undefined;
  return (data) => {
    pending.add(data);
    for (;;) {
      if (!lengths) {
        if (pending.bytes < PREFIX_BYTES) return;
        const prefix = join(pending.take(PREFIX_BYTES));
        lengths = { head: prefix.readUInt32LE(0), body: prefix.readUInt32LE(LENGTH_BYTES) };
      }
      const { head, body } = lengths;
      if (pending.bytes < head + body) return;
      lengths = undefined;
      // Both ends send the messages of their types alone.
      const message = JSON.parse(join(pending.take(head)).toString()) as Received;
      onFrame(message, pending.take(body));
    }
  };
}

function createPendingBytes() {
  let chunks: Buffer[] = [];
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    add(chunk: Buffer) {
      chunks.push(chunk);
      bytes += chunk.byteLength;
    },
    /** Removes so many of the first bytes; there must be as many. */
    take(count: number): Buffer[] {
      const taken: Buffer[] = [];
      let index = 0;
      for (let left = count; left > 0; index += 1) {
        const chunk = chunks[index];
        if (!chunk) throw new Error('There are fewer bytes than are taken');
        if (chunk.byteLength > left) {
          taken.push(chunk.subarray(0, left));
          chunks[index] = chunk.subarray(left);
          break;
        }
        taken.push(chunk);
        left -= chunk.byteLength;
      }
      chunks = index === 0 ? chunks : chunks.slice(index);
      bytes -= count;
      return taken;
    },
  };
}

/** Chunks as one, copied only where there are several. */
export function join(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}
