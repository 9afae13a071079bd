import { refuse, type Access } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { checkCall, may } from '../../access/may.ts';
import type { UserPrincipal } from '../../access/principal.ts';
import { checkNarrowing } from '../../access/scope.ts';
import type { Db } from '../../db/database.ts';
import type { Storage } from '../../db/storage.ts';
import type { Authenticate } from '../../http/caller/authentication.ts';
import type { DeploymentRef } from '../../http/handler.ts';
import { toRefusal } from '../../http/problems/problem.ts';
import { logRefusal } from '../../http/caller/security-log.ts';
import type { Stopping } from '../../http/listening/stopping.ts';
import { checkStorage } from '../../http/health/storage-check.ts';
import { git } from '../git.ts';
import type { ModelRepositories } from '../model-repositories.ts';
import { useBasicCredential } from './basic-credential.ts';
import { startGitService, type GitService } from './git-service.ts';
import { writeHooks } from './hook-program.ts';
import { answerHooks } from './hook-questions.ts';
import { createPushAnswer, type OnPush } from './push-answer.ts';
import type { FindKnownBranch } from './push-rules.ts';
import { answerOf, withServiceName } from './service-answer.ts';
import { createSlots } from './slots.ts';

/** What git clients are served from. */
interface SmartHttpOptions {
  readonly db: Db;
  readonly dataDir: string;
  readonly repositories: ModelRepositories;
  readonly authenticate: Authenticate;
  readonly storage: Storage;
  readonly stopping: Stopping;
  /** Default: all branches are shared. */
  readonly findBranch?: FindKnownBranch | undefined;
  /** Told of each branch that a push has moved; default nobody. */
  readonly onPush?: OnPush | undefined;
}

/** Who may open a repository at all. */
const ACCESS: Access = { principals: ['user'], role: 'Viewer', permission: 'SchemaRead' };
/** What a fetch and a push are to a credential that is narrowed. */
const NARROWED_AS = {
  'upload-pack': { method: 'GET', problems: 'oriel', scope: 'deployment', tag: 'Data Model' },
  'receive-pack': { method: 'POST', problems: 'oriel', scope: 'deployment', tag: 'Data Model' },
} as const;
/** Requests of git clients that are served at once; further ones wait. */
const SLOTS = { count: 8, maxWaiting: 64 };
const SERVICES: ReadonlyMap<string, GitService> = new Map([
  ['git-upload-pack', 'upload-pack'],
  ['git-receive-pack', 'receive-pack'],
]);

/** One request of a git client. */
interface ServiceCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly service: GitService;
  /** Absent where the client asks for the refs. */
  readonly input?: Readable;
}

/**
 * Serves the repositories of deployments to git clients at `/git/deployments/{id}.git`, with an API key as the password
 * and any user. Git itself speaks its protocol; it takes a push into a quarantine, where it is checked before a ref
 * moves.
 *
 * @see gitprotocol-http(5)
 */
export async function registerSmartHttp(app: FastifyInstance, options: SmartHttpOptions): Promise<void> {
  const serve = createServe(options);
  await app.register(
    async (api) => {
      api.removeAllContentTypeParsers();
      // A body goes to git as it comes.
      api.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
      api.setErrorHandler(sendText);
      // What is left of a body would be taken for the next request, or never be read.
      api.addHook('onSend', async (request, reply) => {
        if (!request.raw.complete) reply.header('connection', 'close');
      });
      api.addHook('onRequest', async (request) => {
        useBasicCredential(request);
        request.authentication = await options.authenticate(request, ACCESS);
        const { principal, deployment } = request.authentication;
        checkCall(principal, ACCESS, deployment && { deploymentId: deployment.id });
      });
      api.get('/info/refs', async (request, reply) => {
        const { service: name } = request.query as { service?: unknown };
        const service = typeof name === 'string' ? SERVICES.get(name) : undefined;
        if (!service)
          throw refuse('forbidden', { reason: 'Only git clients that speak smart HTTP are served' });
        setHeaders(reply, `application/x-git-${service}-advertisement`);
        return serve({ request, reply, service });
      });
      for (const [name, service] of SERVICES)
        api.post(`/${name}`, async (request, reply) => {
          if (service === 'receive-pack') await checkStorage(options.storage, request.log);
          setHeaders(reply, `application/x-${name}-result`);
          // An empty body has not been parsed.
          const input = request.body instanceof Readable ? request.body : Readable.from([]);
          return serve({ request, reply, service, input });
        });
    },
    { prefix: '/git/deployments/:deploymentId(^\\d+).git' },
  );
}

function createServe(options: SmartHttpOptions): (call: ServiceCall) => Promise<FastifyReply> {
  const slots = createSlots(SLOTS);
  const { findBranch = async () => undefined, onPush = async () => [] } = options;
  const answerPush = createPushAnswer({ ...options, findBranch, onPush });
  let hookDirectory: Promise<string> | undefined;
  const findHooks = async () => (hookDirectory ??= writeHooks(options.dataDir));

  return async ({ request, reply, service, input }) => {
    const { actor, deployment } = callerOf(request, service);
    const { directory } = await options.repositories.open(deployment.id);
    const isFetch = service === 'upload-pack';
    if (isFetch && !input) await pointHeadAt(directory, deployment.deployBranch);
    const protocol = isFetch ? protocolOf(request) : undefined;
    const hooks = isFetch ? undefined : await findHooks();
    const signal = signalOf(reply, options.stopping);
    const release = await slots.take(signal);
    const running = startGitService({
      service,
      directory,
      signal,
      ...(input && { input, isGzipped: request.headers['content-encoding'] === 'gzip' }),
      ...(protocol !== undefined && { protocol }),
      ...(hooks !== undefined && { hookDirectory: hooks }),
    });
    void running.ended.then(release, release);
    const { log, id: requestId, ip: clientAddress } = request;
    const context = { actor, deployment, directory, log, requestId, clientAddress };
    answerHooks(running.hooks, (question) => answerPush(question, context)).catch((error: unknown) => {
      request.log.info({ err: error }, 'The hooks of a push went away');
    });
    const answer = await answerOf(running);
    return reply.send(!input ? withServiceName(answer, service) : answer);
  };
}

/**
 * @throws `forbidden` for a push of a user who may push nothing, `insufficient_scope` for a credential that is narrowed
 */
function callerOf(
  request: FastifyRequest,
  service: GitService,
): { actor: UserPrincipal; deployment: DeploymentRef } {
  const { principal, deployment } = request.authentication;
  if (principal.kind !== 'user' || !deployment)
    throw new Error('Only users reach a repository, by its deployment');
  checkNarrowing(principal, NARROWED_AS[service]);
  const scope = { deploymentId: deployment.id };
  const mayPush = may(principal, 'SchemaUpdate', scope) || may(principal, 'SchemaUpdateDevBranches', scope);
  if (service === 'receive-pack' && !mayPush)
    throw refuse('forbidden', { reason: 'Pushing needs the permission SchemaUpdate' });
  return { actor: principal, deployment };
}

/** A clone begins on the branch that HEAD names. */
async function pointHeadAt(directory: string, branch: string): Promise<void> {
  const head = await readFile(join(directory, 'HEAD'), 'utf8');
  if (head.trim() !== `ref: refs/heads/${branch}`)
    await git(directory, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
}

/**
 * The version of the protocol, of those that the client speaks. The second is left out, whatever it asks for: there git
 * gives every object by its id, also what is saved on a branch of another, or was on one that is gone. Clients go on
 * with what they are answered.
 *
 * @see gitprotocol-v2(5), on `want`
 */
function protocolOf({ headers }: FastifyRequest): string | undefined {
  const asked = String(headers['git-protocol'] ?? '').split(':');
  return ['version=1'].find((version) => asked.includes(version));
}

/** Aborted when the client has gone, or when the server stops and cannot wait. */
function signalOf(reply: FastifyReply, stopping: Stopping): AbortSignal {
  const controller = new AbortController();
  const forget = stopping.cancelWith(controller);
  reply.raw.once('close', () => {
    forget();
    controller.abort();
  });
  return controller.signal;
}

function setHeaders(reply: FastifyReply, type: string): void {
  reply.headers({ 'content-type': type, 'cache-control': 'no-cache, max-age=0, must-revalidate' });
}

/** Git shows its user what is plain text. */
function sendText(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error);
  if (refusal.status >= 500) request.log.error({ err: error }, 'The request failed');
  logRefusal(request, refusal);
  if (refusal.status === 401) reply.header('www-authenticate', 'Basic realm="Oriel", charset="UTF-8"');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  return reply.code(refusal.status).type('text/plain; charset=utf-8').send(`${refusal.message}\n`);
}
