import type { OperationTypesOf, Operation, Reply } from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { Principal } from '../access/principal.ts';
import type { RowListAnswer } from '../paging/row-list-answer.ts';
import type { BatchedAnswer } from '../paging/batched-answer.ts';
import type { KeptAnswer } from './answers/kept-answer.ts';

/** The deployment that a request is about, found within the tenant and the credential's scope. */
export interface DeploymentRef {
  readonly id: number;
  readonly tenantId: number;
  readonly name: string;
  /** The branch of the model that is queried: the deployment's own, or the one that an embed session was made for. */
  readonly deployBranch: string;
}

/** A cookie on one request, for the operations that set and remove it. */
export interface RequestCookie {
  readonly value: string | undefined;
  set(value: string, maxAgeSeconds: number): void;
  clear(): void;
}

/** What is known of every call: who calls, and from where. */
export interface CallContext {
  readonly principal: Principal;
  /**
   * The deployment of the path.
   *
   * @throws a plain error on an operation without one in its path.
   */
  readonly deployment: DeploymentRef;
  readonly requestId: string;
  /** The log, under the request id. */
  readonly log: FastifyBaseLogger;
  readonly clientAddress: string;
  /** The `User-Agent` header; undefined for none. */
  readonly userAgent: string | undefined;
  /** Where clients reach this server, without a slash at the end. */
  readonly baseUrl: string;
  /**
   * The same for what others read, as a link in a message does.
   *
   * @throws `unknown_host` where nothing vouches for what the request says
   */
  linkUrl(): Promise<string>;
  /** What the request calls this server: name and port, as the `Host` header has it. */
  readonly host: string;
  /** Of the console session. */
  readonly sessionCookie: RequestCookie;
  /** Of a browser with an earlier sign-in. */
  readonly deviceCookie: RequestCookie;
  /** Of a sign-in that waits for its second step. */
  readonly challengeCookie: RequestCookie;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

/** One call of an operation: authenticated, authorised and valid. */
type Call<O> = CallContext & Omit<OperationTypesOf<O>, 'answer'>;

/**
 * Answers a call: with the body alone, or with a `Reply` where the operation declares several answers. A body that is
 * the same for many calls may be kept, a list may be the rows that it is written from, and items that are large
 * together may come in batches.
 */
type Handler<O> = (call: Call<O>) => Promise<Answers<OperationTypesOf<O>['answer']>>;

type Answers<Answer> =
  | Answer
  | KeptAnswer<Answer>
  | (Answer extends object ? BatchedAnswer<Answer> : never)
  | RepliesInBatches<Answer>
  | (Answer extends { items: (infer Item)[]; data: unknown } ? RowListAnswer<Item> : never);

/** A body beside a status may come in batches as well. */
type RepliesInBatches<Answer> =
  Answer extends Reply<infer Status, infer Body>
    ? Body extends object
      ? Omit<Reply<Status, Body>, 'body'> & { readonly body: Body | BatchedAnswer<Body> }
      : never
    : never;

/** The handlers of a table of operations, by id: one for each, and no other. */
export type Handlers<Table> = { readonly [Id in keyof Table]: Handler<Table[Id]> };

/** A handler as it is registered; its operation has checked what it is called with. */
export type AnyHandler = (
  call: CallContext & Record<'params' | 'query' | 'headers' | 'body', unknown>,
) => Promise<unknown>;

/** A table of operations as it is registered. */
export type OperationTable = Readonly<Record<string, Operation>>;
