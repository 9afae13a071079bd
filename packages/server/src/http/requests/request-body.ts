import '@fastify/multipart';
import fastifyFormbody from '@fastify/formbody';
import fastifyMultipart from '@fastify/multipart';
import { limits, Refusal, refuse, type Body, type Operation, type Upload } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { withoutNulls } from './without-nulls.ts';
import { inexactNumber } from './exact-numbers.ts';
import { exceededBound } from './json-bounds.ts';

/**
 * Installs the parsers of request bodies. An empty body is no body, also where the request says that it is JSON:
 * clients send the header with every request. What is sent to an operation that takes no body is read and ignored.
 */
export async function installBodyParsers(app: FastifyInstance): Promise<void> {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '' || !bodyOf(request)) return done(null, undefined);
      // Asked for as a string, above.
      const text = body as string;
      const maxValues = bodyOf(request)?.maxValues ?? limits.MAX_BODY_VALUES;
      const exceeded = exceededBound(text, { maxDepth: limits.MAX_BODY_DEPTH, maxValues });
      if (exceeded) return done(refuse('malformed_request', { reason: reasonFor(exceeded, maxValues) }));
      const inexact = inexactNumber(text);
      if (inexact !== undefined) return done(refuse('malformed_request', { reason: inexact }));
      return void parseJson(request, text, done);
    },
  );
  // An operation with a body has refused other media types before.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, undefined));
  await app.register(fastifyFormbody);
}

/**
 * Installs the parser of multipart bodies where operations take them: its hooks cost every request of the application.
 */
export async function installMultipartParser(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart);
}

function reasonFor(exceeded: 'depth' | 'values', maxValues: number): string {
  return exceeded === 'depth'
    ? `the body is nested more than ${limits.MAX_BODY_DEPTH} levels deep`
    : `the body holds more than ${maxValues} values`;
}

function bodyOf({ routeOptions }: FastifyRequest): Body | undefined {
  return routeOptions.config.operation?.operation.body;
}

const WITHOUT_BODY = new Set(['0', undefined]);

/** @throws `unsupported_media_type` for a body in another form than the operation takes */
export function checkMediaType({ headers }: FastifyRequest, { body }: Operation): void {
  const type = headers['content-type'];
  if (!body || type === undefined) return;
  if (WITHOUT_BODY.has(headers['content-length']) && headers['transfer-encoding'] === undefined) return;
  const mediaType = type.split(';')[0]?.trim().toLowerCase();
  // A SCIM client may say that its JSON is JSON.
  const isTaken =
    mediaType === body.mediaType ||
    (body.mediaType === 'application/scim+json' && mediaType === 'application/json');
  if (!isTaken) throw refuse('unsupported_media_type', { type, expected: body.mediaType });
}

/**
 * The body of a request as its handler gets it: an optional one that is absent as an empty object, a multipart one as
 * its fields with files in memory.
 *
 * @throws `malformed_request` without a body that has to be there; `payload_too_large`
 */
export async function readBody(request: FastifyRequest, { body, method }: Operation): Promise<unknown> {
  if (!body) return undefined;
  if (body.mediaType === 'multipart/form-data' && request.isMultipart()) return readMultipart(request, body);
  if (request.body !== undefined && request.body !== null)
    // A patch takes values away by it.
    return body.mediaType === 'application/scim+json' && method !== 'PATCH'
      ? withoutNulls(request.body)
      : request.body;
  if (body.isOptional) return {};
  throw refuse('malformed_request', { reason: `a body of the type ${body.mediaType} is needed` });
}

async function readMultipart(request: FastifyRequest, { maxBytes }: Body): Promise<Record<string, unknown>> {
  try {
    return await readParts(request, maxBytes);
  } catch (error) {
    // The framework's own refusals have a code; its parser throws plain errors at what is no multipart.
    if (error instanceof Refusal || (error as { code?: unknown }).code !== undefined) throw error;
    const reason = error instanceof Error ? error.message : 'bad syntax';
    throw refuse('malformed_request', { reason }, { cause: error });
  }
}

async function readParts(request: FastifyRequest, maxBytes: number): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  let sizeBytes = 0;
  const parts = request.parts({ limits: { fileSize: maxBytes, fieldSize: maxBytes } });
  for await (const part of parts) {
    const value = part.type === 'file' ? await toUpload(part) : part.value;
    sizeBytes += sizeOf(value);
    if (sizeBytes > maxBytes) throw refuse('payload_too_large', { maxBytes });
    fields[part.fieldname] = value;
  }
  return fields;
}

async function toUpload(file: {
  filename: string;
  mimetype: string;
  toBuffer(): Promise<Buffer>;
}): Promise<Upload> {
  return { name: file.filename, mediaType: file.mimetype, bytes: await file.toBuffer() };
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  return (value as Partial<Upload>).bytes?.byteLength ?? 0;
}
