import type { EmbedRefusedOrigin } from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import { hashSecret } from '../../identity/credentials/secrets.ts';
import type { RefusedOriginStore } from './refused-origin-store.ts';

/** A surface that a page wanted to frame which may not. */
interface RefusedFrame {
  /** The host name of the request. */
  host: string;
  /** The origin of the page. */
  origin: string;
  /** The session of the address, whether there is such a one or not; undefined without one. */
  sessionId: string | undefined;
}

/** Notes which origins were refused, and tells administrators of them. */
export type RefusedOriginService = ReturnType<typeof createRefusedOriginService>;

/** Makes the service of origins that were refused. */
export function createRefusedOriginService(store: RefusedOriginStore) {
  return {
    list: ({ tenantId }: UserPrincipal): Promise<EmbedRefusedOrigin[]> => store.list(tenantId),
    remove: ({ tenantId }: UserPrincipal, origin: string): Promise<void> => store.remove(tenantId, origin),
    /**
     * Notes a refusal, as far as it cannot be made up at will: once for each session that waits for its exchange, and
     * seldom without one.
     *
     * @returns the languages that the surface would have been shown in, the first before the others
     */
    async note({ host, origin, sessionId }: RefusedFrame): Promise<string[]> {
      const hash = sessionId === undefined ? undefined : hashSecret(sessionId);
      const surface = await store.findSurface(host, hash);
      if (!surface) return [];
      const refused = { tenantId: surface.tenantId, origin };
      if (hash === undefined) await store.noteUnsigned(refused);
      else if (surface.isOpen) await store.noteSigned(refused, hash);
      return [surface.sessionLocale, surface.accountLocale].filter((locale) => locale !== null);
    },
  };
}
