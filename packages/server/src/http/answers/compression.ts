import { Negotiator } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createZstdCompress, gzip, zstdCompress } from 'node:zlib';

/** Smaller answers go into one or two packets as they are. */
export const MIN_COMPRESSED_BYTES = 2_048;

type Encoding = 'zstd' | 'gzip';

/** How whole answers are compressed: at the lowest level, where 50 items take 0.15 ms of another thread. */
const compressors: Record<Encoding, (content: Uint8Array) => Promise<Buffer>> = {
  zstd: (content) => compressZstd(content, { params: FASTEST_ZSTD }),
  gzip: (content) => compressGzip(content, { level: constants.Z_BEST_SPEED }),
};
const FASTEST_ZSTD = { [constants.ZSTD_c_compressionLevel]: 1 };
const [compressZstd, compressGzip] = [promisify(zstdCompress), promisify(gzip)];

/** Hands on what it has got with each chunk, so that rows arrive as they come. */
const createStream = (): Transform =>
  createZstdCompress({ flush: constants.ZSTD_e_flush, params: FASTEST_ZSTD });

/** The faster one first: a client mostly likes what it takes as much. */
const negotiator = new Negotiator({ supportedValues: ['zstd', 'gzip'] });

/**
 * Compresses answers in JSON and CSV to clients that say that they take it; an `onSend` hook.
 *
 * What a request has sent and what is secret must not be compressed together, because the length of the answer would
 * tell where the two are alike (BREACH). So an operation is compressed that reads: its answer shows what is stored, and
 * no credential. What changes something answers with what was sent, and new credentials, and stays as it is, as do
 * refusals and pages, which have nonces.
 */
export function installCompression(app: FastifyInstance): void {
  const compress = createCompress();
  // Most answers are small and wait for nothing.
  app.addHook('onSend', (request, reply, payload, send) => {
    if (!request.routeOptions.config?.operation) return send(null, payload);
    // Of rows that have failed before the first was sent: the refusal has the headers of the answer that it stands for.
    if (reply.statusCode !== 200) reply.removeHeader('content-encoding');
    if (!isCompressible(request, reply)) return send(null, payload);
    const isWhole = typeof payload === 'string' || payload instanceof Uint8Array;
    if (!isWhole && !(payload instanceof Readable)) return send(null, payload);
    if (isWhole && Buffer.byteLength(payload) < MIN_COMPRESSED_BYTES) return send(null, payload);
    addVary(reply);
    const encoding = encodingOf(request);
    // A million rows would come at the pace of gzip.
    if (!encoding || (!isWhole && encoding !== 'zstd')) return send(null, payload);
    reply.header('content-encoding', encoding).removeHeader('content-length');
    // What fails ends the stream that is sent, and so the connection.
    if (!isWhole)
      return send(
        null,
        pipeline(payload, createStream(), () => {}),
      );
    compress(payload, encoding).then((compressed) => send(null, compressed), send);
  });
}

/** Makes the compression of whole answers. Bytes that are sent again, as of a kept answer, are compressed once. */
function createCompress(): (content: string | Uint8Array, encoding: Encoding) => Promise<Buffer> {
  const known = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<Buffer>>>>();
  return (content, encoding) => {
    if (typeof content === 'string') return compressors[encoding](Buffer.from(content));
    const versions = known.get(content) ?? {};
    known.set(content, versions);
    return (versions[encoding] ??= compressors[encoding](content));
  };
}

/** Whether an operation answers with what is stored and not with what it was sent. */
export function readsOnly({ method, problems }: { method: string; problems: string }): boolean {
  return method === 'GET' || problems === 'query';
}

function isCompressible({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean {
  const declared = routeOptions.config?.operation;
  if (!declared || !readsOnly(declared.operation) || reply.statusCode !== 200) return false;
  return (
    /^(application\/(x-ndjson|([\w.-]+\+)?json)|text\/(csv|event-stream))\b/.test(
      String(reply.getHeader('content-type')),
    ) && !reply.hasHeader('content-encoding')
  );
}

function encodingOf({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = negotiator.negotiate(headers['accept-encoding'] ?? '');
  return accepted === 'zstd' || accepted === 'gzip' ? accepted : undefined;
}

function addVary(reply: FastifyReply): void {
  const known = reply.getHeader('vary');
  const names = known === undefined ? [] : [known].flat();
  if (!names.some((name) => /accept-encoding|\*/i.test(String(name))))
    reply.header('vary', [...names, 'accept-encoding'].join(', '));
}
