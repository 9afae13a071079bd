import { refuse } from '@oriel/contract';
import { isAppFileName } from '@oriel/contract/app-files';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../../db/database.ts';
import { PERMISSIONS_POLICY } from '../../http/pages/page-policy.ts';
import type { LiveClaims } from '../../identity/credentials/live-claims.ts';
import { hashSecret } from '../../identity/credentials/secrets.ts';
import { isAppPage } from './app-file-type.ts';
import { servedFile } from './app-page.ts';
import { PACKAGES_PATH } from '../../http/pages/app-packages.ts';
import { appFileHeaders, appPolicy } from './app-policy.ts';
import { APPS_PATH } from './app-service.ts';
import { createAppStore } from './app-store.ts';

/** What serves the files of apps. */
interface AppPagesOptions {
  database: Pick<Database, 'db' | 'pool'>;
  liveClaims: LiveClaims;
  /** The origins that may frame the embedded surfaces of the account of a host; none: any page may. */
  allowedOriginsOf(host: string): Promise<string[]>;
  /** Where clients reach the server. */
  baseUrlOf(request: FastifyRequest): string;
  /** Where this request has reached it, which may be another name. */
  ownUrlOf(request: FastifyRequest): string;
}

interface AppFileParams {
  address: string;
  '*': string;
}

/**
 * Serves the files of dashboard apps by the addresses that viewers were given. The address is the only credential, and
 * good for nothing but these files: scripts, fonts and data are asked for from an origin of no name, which no cookie is
 * sent from. It ends with the session or the key that it was asked for with, which is looked at with every file; so no
 * browser keeps one.
 */
export function registerAppPages(app: FastifyInstance, options: AppPagesOptions): void {
  const { database, liveClaims, allowedOriginsOf } = options;
  const store = createAppStore(database);
  app.get(`${APPS_PATH}:address/*`, async (request, reply) => {
    const { address, '*': name } = request.params as AppFileParams;
    const host = request.hostname.toLowerCase();
    if (!isAppFileName(name)) throw refuse('not_found');
    const [found, origins] = await Promise.all([
      store.findFile(host, hashSecret(address), name),
      allowedOriginsOf(host),
    ]);
    if (!found) throw refuse('not_found');
    await liveClaims(found.claims);
    const { content } = found;
    if (content === undefined) throw refuse('not_found');
    const servers = new Set(
      [options.ownUrlOf, options.baseUrlOf].map((urlOf) => new URL(urlOf(request)).origin),
    );
    const below = (path: string) => [...servers].map((server) => `${server}${path}`);
    const policy = appPolicy({
      files: below(`${APPS_PATH}${address}/`),
      packages: below(PACKAGES_PATH),
      isPage: isAppPage(name),
      // The surface that frames it, and the page that frames the surface.
      frameAncestors: origins.length > 0 ? ["'self'", ...origins] : ['*'],
    });
    const { type, body } = await servedFile(name, content);
    return reply
      .headers(appFileHeaders(policy))
      .header('cache-control', 'no-store')
      .header('permissions-policy', PERMISSIONS_POLICY)
      .type(type)
      .send(body);
  });
}
