import {
  isReading,
  type Bytes,
  type Operation,
  type OperationTypesOf,
  type Reply,
  type ServerBrand,
} from '@oriel/contract';
import type { FastifyBaseLogger } from 'fastify';
import { checkCall } from '../access/may.ts';
import type { Principal } from '../access/principal.ts';
import { checkInPerson, checkNarrowing, checkScope } from '../access/scope.ts';
import { runInContext } from '../db/request-context.ts';
import type { Storage } from '../db/storage.ts';
import { auditCallerOf } from './caller/audit-caller.ts';
import type {
  AnyHandler,
  CallContext,
  DeploymentRef,
  Handlers,
  OperationTable,
  RequestCookie,
} from './handler.ts';
import { readAnswer } from './read-answer.ts';
import { checkStorage, storesContent } from './health/storage-check.ts';
import { createRequestCheck } from './requests/validation.ts';

/** Who an operation is called for within the server. */
export interface InProcessCaller {
  readonly principal: Principal;
  /** Branch of the data model; default the one that the credential or the deployment queries. */
  readonly branch?: string | undefined;
  /** Of the request that the call is made for. */
  readonly requestId: string;
  readonly clientAddress: string;
  /**
   * Where clients reach this server, for operations that answer with addresses; without it such an operation cannot be
   * called.
   */
  readonly baseUrl?: string;
  readonly signal: AbortSignal;
}

/** What is sent with a call; parts that an operation does not have are left out. */
type CallInput<O> = Partial<Pick<OperationTypesOf<O>, 'params' | 'query' | 'body'>>;

/** What a call answers: the JSON of the answer; of operations with several answers, with the status. */
type CallAnswer<O> =
  OperationTypesOf<O>['answer'] extends Reply<infer Status, infer Content>
    ? { readonly status: Status; readonly body: Content extends Bytes ? unknown : Content }
    : OperationTypesOf<O>['answer'];

/**
 * Calls operations of the API within the server. A call goes through every check of a request but the authentication,
 * which its principal has passed: who may call, scope and narrowing of the credential, validation, the audit log. What
 * it answers is what a request would be answered.
 */
export type CallOperation<Table> = <Id extends keyof Table & string>(
  id: Id,
  caller: InProcessCaller,
  input?: CallInput<Table[Id]>,
) => Promise<CallAnswer<Table[Id]>>;

interface OperationCallerOptions<Table extends OperationTable> {
  table: Table;
  /** Asked at the first call, so that handlers can be made with what calls them. */
  handlers(): Handlers<Table>;
  /** The deployment of a path, for this principal. @throws what the authentication of a request does */
  findDeployment(caller: Pick<InProcessCaller, 'principal' | 'branch'>, id: number): Promise<DeploymentRef>;
  brand: ServerBrand;
  storage: Storage;
  log: FastifyBaseLogger;
  onWritten(): Promise<void>;
}

/** Makes the caller of a table of operations. */
export function createOperationCaller<Table extends OperationTable>(
  options: OperationCallerOptions<Table>,
): CallOperation<Table> {
  const calls = new Map<string, (caller: InProcessCaller, input: object) => Promise<unknown>>();
  const callOf = (id: string) => {
    const known = calls.get(id) ?? createCall(id, options);
    calls.set(id, known);
    return known;
  };
  // Each call takes and answers what its operation declares.
  return ((id: string, caller: InProcessCaller, input: object = {}) =>
    callOf(id)(caller, input)) as CallOperation<Table>;
}

function createCall<Table extends OperationTable>(id: string, options: OperationCallerOptions<Table>) {
  const operation = options.table[id];
  // Keys and types of the two tables are the same; of one entry alone the compiler cannot see it.
  const handler = (options.handlers() as unknown as Record<string, AnyHandler | undefined>)[id];
  if (!operation || !handler) throw new Error(`There is no operation ${id}`);
  const check = createRequestCheck(operation, options.brand);
  const read = readAnswer(operation, options.log);
  const needsRoom = storesContent(id, operation);
  return async (caller: InProcessCaller, input: { params?: object; query?: object; body?: unknown }) => {
    const parts = { params: { ...input.params }, query: { ...input.query }, headers: {}, body: input.body };
    const deployment = await deploymentOf(caller, parts.params, options);
    checkCaller(caller.principal, operation, deployment?.id);
    if (needsRoom) await checkStorage(options.storage, options.log);
    check(parts);
    const call = Object.assign(contextOf(caller, deployment, options.log), parts);
    if (isReading(operation)) return read(await handler(call));
    const said = { operation: id, requestId: caller.requestId, clientAddress: caller.clientAddress };
    const audited = auditCallerOf(caller.principal, {
      ...said,
      ...(deployment && { deploymentId: deployment.id }),
    });
    try {
      return await read(await runInContext({ caller: JSON.stringify(audited) }, () => handler(call)));
    } finally {
      await options.onWritten();
    }
  };
}

async function deploymentOf(
  caller: InProcessCaller,
  params: { deploymentId?: unknown },
  { findDeployment }: Pick<OperationCallerOptions<OperationTable>, 'findDeployment'>,
): Promise<DeploymentRef | undefined> {
  const { deploymentId } = params;
  return typeof deploymentId === 'number' ? findDeployment(caller, deploymentId) : undefined;
}

/**
 * Checks that a principal may call an operation at all: the kind of the credential, role and permission, scope and
 * narrowing.
 *
 * @throws `unauthenticated`, `admin_only`, `forbidden`, `insufficient_scope`, `console_session_required`
 */
export function checkCaller(
  principal: Principal,
  operation: Operation,
  deploymentId: number | undefined,
): void {
  checkCall(principal, operation.access, deploymentId === undefined ? undefined : { deploymentId });
  checkScope(principal, operation);
  checkNarrowing(principal, operation);
  checkInPerson(principal, operation);
}

function contextOf(
  { principal, requestId, clientAddress, baseUrl, signal }: InProcessCaller,
  deployment: DeploymentRef | undefined,
  log: FastifyBaseLogger,
): CallContext {
  return {
    principal,
    get deployment() {
      if (!deployment) throw new Error('The operation has no deployment in its path');
      return deployment;
    },
    requestId,
    log: log.child({ reqId: requestId }),
    clientAddress,
    userAgent: undefined,
    linkUrl: async () => {
      if (baseUrl === undefined) throw new Error('The call within the server has no address');
      return baseUrl;
    },
    get baseUrl(): string {
      if (baseUrl === undefined) throw new Error('The call within the server has no address');
      return baseUrl;
    },
    get host(): string {
      throw new Error('A call within the server has no host');
    },
    sessionCookie: noCookie,
    deviceCookie: noCookie,
    challengeCookie: noCookie,
    signal,
  };
}

const noCookie: RequestCookie = {
  value: undefined,
  set: refuseCookie,
  clear: refuseCookie,
};

function refuseCookie(): never {
  throw new Error('A call within the server has no cookies');
}
