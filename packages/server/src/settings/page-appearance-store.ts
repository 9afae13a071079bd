import type { AppTheme } from '@oriel/contract';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { tenantOfHost } from '../identity/credentials/credential-store.ts';
import { hashSecret } from '../identity/credentials/secrets.ts';
import type { PageAppearance } from '../http/pages/pages.ts';
import type { StoredAppConfig } from './app-config-store.ts';
import { toFontSheet } from './font-faces.ts';

/** Makes the store of what pages are told of the account that a host name belongs to. */
export function createPageAppearanceStore(db: Db) {
  return {
    /** @param sessionId of a surface: one that waits for its exchange has a language, too */
    async findByHost(host: string, sessionId?: string): Promise<PageAppearance> {
      const hash = sessionId === undefined ? null : hashSecret(sessionId);
      const { imageHosts, appConfig, sessionLocale } = await db
        .selectFrom('tenants')
        .leftJoin('embedSessions', (join) =>
          join
            .onRef('embedSessions.tenantId', '=', 'tenants.id')
            .on('embedSessions.hash', '=', hash)
            .on('embedSessions.expiresAt', '>', sql<string>`now()`),
        )
        .select([
          'imageHosts',
          'appConfig',
          sql<string | null>`embed_sessions.claims -> 'settings' ->> 'locale'`.as('sessionLocale'),
        ])
        .where('tenants.id', '=', tenantOfHost(host))
        .executeTakeFirstOrThrow();
      const {
        appTheme = null,
        applyThemeGlobally = false,
        embedding,
        fontFaces = {},
      }: StoredAppConfig = appConfig;
      const locales = [sessionLocale, embedding?.locale].filter((locale) => typeof locale === 'string');
      const faces = Object.values(fontFaces).flat();
      return {
        imageHosts,
        theme: appTheme,
        fontUrls: [...filesOf(appTheme), ...faces.map(({ src }) => src)],
        fontSheet: toFontSheet(faces),
        isGlobal: applyThemeGlobally,
        locales,
      };
    },
  };
}

/** The files of a theme. A stylesheet is not loaded: the font faces in it are. */
const filesOf = (theme: AppTheme | null): string[] =>
  theme?.typography?.fonts.filter(({ format }) => format !== 'css').map(({ url }) => url) ?? [];
