import { refuse, type ServerBrand } from '@oriel/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { PERMISSIONS_POLICY } from '../../http/page-policy.ts';
import type { Keyring } from '../../secrets/keyring.ts';
import { isFileName } from '../../workspace/dashboard-apps/app-source.ts';
import { readCapability } from './app-capability.ts';
import { appFileType, isAppPage } from './app-file-type.ts';
import { servedPage } from './app-page.ts';
import { PACKAGES_PATH } from '../../http/app-packages.ts';
import { appPolicy } from './app-policy.ts';
import { APPS_PATH } from './app-service.ts';
import { createAppStore } from './app-store.ts';

/** What serves the files of apps. */
export interface AppPagesOptions {
  database: Pick<Database, 'db' | 'pool'>;
  keyring: Keyring;
  brand: ServerBrand;
  /** The origins that may frame the embedded surfaces of the account of a host; none: any page may. */
  allowedOriginsOf(host: string): Promise<string[]>;
  /** Where clients reach the server. */
  baseUrlOf(request: FastifyRequest): string;
  /** Where this request has reached it, which may be another name. */
  ownUrlOf(request: FastifyRequest): string;
}

interface AppFileParams {
  capability: string;
  '*': string;
}

/**
 * Serves the files of dashboard apps by the addresses that viewers were given. The address is the only credential, and good for
 * nothing but these files: scripts, fonts and data are asked for from an origin of no name, which no cookie is sent from.
 */
export function registerAppPages(app: FastifyInstance, options: AppPagesOptions): void {
  const { database, keyring, brand, allowedOriginsOf } = options;
  const store = createAppStore(database, keyring);
  app.get(`${APPS_PATH}:capability/*`, async (request, reply) => {
    const { capability: text, '*': name } = request.params as AppFileParams;
    const host = request.hostname.toLowerCase();
    const [account, origins] = await Promise.all([store.findSecret(host), allowedOriginsOf(host)]);
    if (!account || !isFileName(name)) throw refuse('not_found');
    const capability = await readCapability(text, { secret: account.secret, brand });
    const content = await store.findFile(account.tenantId, capability, name);
    if (content === undefined) throw refuse('not_found');
    const servers = new Set(
      [options.ownUrlOf, options.baseUrlOf].map((urlOf) => new URL(urlOf(request)).origin),
    );
    const below = (path: string) => [...servers].map((server) => `${server}${path}`);
    const policy = appPolicy({
      files: below(`${APPS_PATH}${text}/`),
      packages: below(PACKAGES_PATH),
      // The surface that frames it, and the page that frames the surface.
      frameAncestors: origins.length > 0 ? ["'self'", ...origins] : ['*'],
    });
    return sendFile(reply, { name, content, policy });
  });
}

async function sendFile(
  reply: FastifyReply,
  { name, content, policy }: { name: string; content: string; policy: string },
): Promise<FastifyReply> {
  const body = isAppPage(name) ? await servedPage(content) : content;
  return reply
    .header('content-security-policy', policy)
    .header('access-control-allow-origin', '*')
    .header('cache-control', 'private, max-age=3600')
    .header('x-dns-prefetch-control', 'off')
    .header('permissions-policy', PERMISSIONS_POLICY)
    .type(appFileType(name))
    .send(body);
}
