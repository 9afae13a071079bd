import type { Answer, Bytes, Operation, Reply, ServerBrand } from '@oriel/contract';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { AnswerTurns } from './answer-turns.ts';
import { createBatchWriter } from './batch-writer.ts';
import { BatchedAnswer } from '../../paging/batched-answer.ts';
import { createBrandTranslation } from './brand-translation.ts';
import { FileBody } from './file-body.ts';
import { KeptAnswer } from './kept-answer.ts';
import { createPageWriter } from './page-writer.ts';
import { streamWithin } from './stream-within.ts';

/** What the answers of a server have in common. */
interface ReplyOptions {
  readonly brand: ServerBrand;
  /** Of the batches of large answers. */
  readonly turns: AnswerTurns;
}

/**
 * Makes the function that sends what the handler of an operation answers with. Bytes go out at the pace of the reader;
 * where they fail on the way the connection is cut, because an answer that ends early would be taken for a whole one.
 */
export function createReply(
  operation: Operation,
  options: ReplyOptions,
): (reply: FastifyReply, result: unknown, caller: string) => FastifyReply {
  const senders = new Map(
    Object.entries(operation.answers).map(([status, answer]) => [
      Number(status),
      createSender(answer, options),
    ]),
  );
  const [onlyStatus = 200] = senders.keys();
  return (reply, result, caller) => {
    const { status, body, headers } = operation.hasPlainAnswer
      ? { status: onlyStatus, body: result, headers: undefined }
      : // The types of the handler see to it.
        (result as Reply);
    const send = senders.get(status) ?? (operation.problems === 'query' ? sendBytes(JSON_TYPE) : undefined);
    if (!send) throw new Error(`The operation declares no answer with the status ${status}`);
    if (body instanceof BatchedAnswer && !operation.isBatched)
      throw new Error('The operation does not declare that it answers in batches');
    for (const [name, header] of Object.entries(headers ?? {}))
      if (header !== undefined) reply.header(name, header);
    return send(reply.code(status), body, caller);
  };
}

type Send = (reply: FastifyReply, body: unknown, caller: string) => FastifyReply;

const JSON_TYPE = 'application/json';

function createSender(answer: Answer, { brand, turns }: ReplyOptions): Send {
  if (answer.body === 'none' || answer.mediaType === undefined) return (reply) => reply.send();
  if (answer.body === 'bytes') return sendBytes(answer.mediaType);
  const type = withCharset(answer.mediaType);
  const serialize = createPageWriter(answer.schema);
  const writeBatches = createBatchWriter(answer.schema, brand);
  const logDamage = (reply: FastifyReply) => (damage: unknown) =>
    reply.log.error({ damage }, 'What is stored does not meet the schema of the answer');
  const write = (reply: FastifyReply, body: unknown) => serialize(body, logDamage(reply));
  const translate = createBrandTranslation(answer.schema, brand, 'toBrand');
  // After the schema has been applied, which is in the contract's names. Few answers carry a brand.
  const writeForBrand = translate
    ? (reply: FastifyReply, body: unknown) =>
        JSON.stringify(translate(JSON.parse(String(write(reply, body)))))
    : write;
  return (reply, body, caller) => {
    reply.type(type);
    if (body instanceof BatchedAnswer)
      return reply.send(streamWithin(writeBatches(body, logDamage(reply), () => turns.take(caller))));
    return reply.send(
      body instanceof KeptAnswer
        ? body.bytes((kept) => writeForBrand(reply, kept))
        : writeForBrand(reply, body),
    );
  };
}

function sendBytes(mediaType: string): Send {
  const type = withCharset(mediaType);
  return (reply, body) => {
    // The types of the handler see to it.
    const content = body as Bytes;
    // Of several media the handler says in a header which one it is.
    if (mediaType !== '*/*') reply.type(type);
    return reply.send(toPayload(content));
  };
}

function toPayload(content: Bytes): string | Uint8Array | Readable {
  if (typeof content === 'string' || content instanceof Uint8Array) return content;
  return content instanceof FileBody ? content.toStream() : Readable.from(content);
}

function withCharset(mediaType: string): string {
  return /json|^text\//.test(mediaType) ? `${mediaType}; charset=utf-8` : mediaType;
}
