import { taggedRecords, type Operation } from '@oriel/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '../../access/principal.ts';
import { readRecordTag, type RecordCondition, type RecordRef } from '../../access/record-tag.ts';
import type { Db } from '../../db/database.ts';

/** Entity tags of the requests for one operation. */
interface EntityTags {
  /** The principal with what the request asks of its record. */
  withCondition(request: FastifyRequest, principal: Principal): Principal;
  /** Answers a call; the answer carries the tag that the record had before it was read, or has by the change. */
  answer<T>(reply: FastifyReply, principal: Principal, work: () => Promise<T>): Promise<T>;
}

const none: EntityTags = { withCondition: (_, principal) => principal, answer: (_, __, work) => work() };

/**
 * Makes the handling of `ETag` and `If-Match` for an operation, which services know nothing of: the condition travels
 * with the principal into the transaction that changes the record.
 */
export function createEntityTags(db: Db | undefined, { record: name, method }: Operation): EntityTags {
  if (name === undefined || db === undefined) return none;
  return {
    withCondition(request, principal) {
      if (principal.kind !== 'user') return principal;
      // Valid by the schema of the path.
      const parameter = taggedRecords[name];
      const id =
        parameter === null
          ? principal.tenantId
          : Number((request.params as Record<string, unknown>)[parameter]);
      const record: RecordRef = {
        name,
        id,
        tenantId: principal.tenantId,
        deploymentId: request.authentication.deployment?.id,
      };
      const expected = method === 'GET' ? undefined : parseIfMatch(request.headers['if-match']);
      return { ...principal, condition: { record, expected, isChecked: false, changedTag: undefined } };
    },
    async answer(reply, principal, work) {
      const condition = principal.kind === 'user' ? principal.condition : undefined;
      if (!condition) return work();
      // Before the record: a tag that is older than its content is refused when it is sent, a newer one would not be.
      const tag = method === 'GET' ? await readRecordTag(db, condition.record) : undefined;
      const result = await work();
      checkIsCompared(condition);
      const shown = method === 'GET' ? tag : condition.changedTag;
      if (shown !== undefined) reply.header('etag', shown);
      return result;
    },
  };
}

/** A change that ignores what it was asked would overwrite what it should not: a bug. */
function checkIsCompared({ expected, isChecked, record }: RecordCondition): void {
  if (expected !== undefined && !isChecked)
    throw new Error(`A change of the ${record.name} ${record.id} did not compare If-Match`);
}

/** The tags of a header; a weak one (`W/`) is equal to none, as RFC 9110, section 13.1.1, has it. */
function parseIfMatch(header: string | undefined): RecordCondition['expected'] {
  if (header === undefined) return undefined;
  const tags = header.split(',').map((tag) => tag.trim());
  return tags.includes('*') ? 'any' : new Set(tags.filter((tag) => tag.startsWith('"')));
}
