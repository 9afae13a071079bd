import { brandPath, refuse, type Access, type ServerBrand } from '@oriel/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { userOf } from '../access/principal.ts';
import type { Db } from '../db/database.ts';
import type { Authenticate } from '../http/caller/authentication.ts';
import { readSessionCookie } from '../http/caller/session-cookie.ts';
import type { GitHub } from './github/github-service.ts';
import { gitHubRefusal } from './github/github-errors.ts';
import { isSignedBy, readWebhook } from './github/webhook.ts';
import { createRemoteStore } from './remote-store.ts';
import type { RemoteSyncs } from './remote-syncs.ts';

/** What GitHub itself calls. */
interface GitProviderPagesOptions {
  readonly db: Db;
  readonly brand: ServerBrand;
  readonly authenticate: Authenticate;
  readonly syncs: RemoteSyncs;
  readonly gitHub: GitHub | undefined;
  readonly missing: readonly string[];
}

/** Where GitHub sends a person back to. */
export const CALLBACK_PATH = '/api/v1/gitprovider/callback';
const WEBHOOK_PATH = '/api/v1/gitprovider/webhook';
/** More than GitHub tells of a push, which names 2,048 commits at most. */
const MAX_WEBHOOK_BYTES = 4 * 1024 * 1024;
const CONSOLE: Access = { principals: ['user'], role: 'Viewer' };
const ANYONE: Access = { principals: ['anonymous'], role: 'Viewer' };

/** Serves what GitHub calls: the page that a person comes back to, and webhooks. Neither is an operation for clients of the API. */
export async function registerGitProviderPages(
  app: FastifyInstance,
  options: GitProviderPagesOptions,
): Promise<void> {
  const { db, brand, authenticate, syncs, gitHub, missing } = options;
  const store = createRemoteStore(db);
  const needed = (): GitHub => {
    if (!gitHub) throw refuse('git_provider_not_set_up', { settings: missing.join(', ') });
    return gitHub;
  };

  app.get(brandPath(CALLBACK_PATH, brand), async (request, reply) => {
    const { links } = needed();
    // The user who comes back has to be the one who went: by the session of this browser, and by a state that was made for them.
    if (readSessionCookie(request) === undefined) throw refuse('unauthenticated');
    const { userId } = userOf((await authenticate(request, CONSOLE)).principal);
    const { code, state } = request.query as { code?: unknown; state?: unknown };
    if (typeof state !== 'string' || !(await links.isStateOf(state, userId)))
      throw refuse('forbidden', {
        reason: 'The link was not asked for by you, or too long ago; ask for it anew',
      });
    if (typeof code === 'string')
      await links.link(userId, code).catch((error: unknown) => {
        throw gitHubRefusal(error, () => refuse('git_provider_not_linked'));
      });
    return reply.header('cache-control', 'no-store').redirect('/', 302);
  });

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: MAX_WEBHOOK_BYTES },
      (_request, body, done) => done(null, body),
    );
    // Counts who calls, before anything is read.
    scope.addHook('onRequest', async (request) => void (await authenticate(request, ANYONE)));
    scope.post(brandPath(WEBHOOK_PATH, brand), { bodyLimit: MAX_WEBHOOK_BYTES }, async (request, reply) => {
      const { settings } = needed();
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!isSignedBy(settings.webhookSecret, body, request.headers['x-hub-signature-256']))
        throw refuse('unauthenticated');
      const event = headerOf(request, 'x-github-event');
      const news = readWebhook(event, body);
      if (!news) throw refuse('malformed_request', { reason: 'the body is no JSON' });
      const delivery = headerOf(request, 'x-github-delivery');
      const isNew = delivery !== '' && (await store.noteDelivery(delivery));
      const deployments =
        isNew && news.repositoryId !== undefined && PUSHES.has(event)
          ? await store.listOfRepository(news.repositoryId)
          : [];
      for (const deploymentId of deployments) {
        await store.noteDue(deploymentId);
        syncs.start(deploymentId);
      }
      request.log.info({ event, delivery, isNew, deployments }, 'A webhook of GitHub was received');
      return reply.code(202).send({ accepted: deployments.length });
    });
  });
}

/** Webhooks after which branches may stand elsewhere. */
const PUSHES: ReadonlySet<string> = new Set(['push', 'create', 'delete', 'pull_request']);
const MAX_HEADER_CHARACTERS = 100;

function headerOf({ headers }: FastifyRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value.slice(0, MAX_HEADER_CHARACTERS) : '';
}
