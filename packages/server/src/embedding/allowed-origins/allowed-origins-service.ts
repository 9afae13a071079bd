import { refuseFields, type FieldIssue } from '@oriel/contract';
import type { UserPrincipal } from '../../access/principal.ts';
import type { AllowedOriginsStore } from './allowed-origins-store.ts';

/** Makes the service of allowed origins. An empty list lets a signed session be embedded by any page. */
export function createAllowedOriginsService(store: AllowedOriginsStore) {
  return {
    list: (tenantId: number): Promise<string[]> => store.list(tenantId),
    /**
     * Replaces the list and answers with it: without repeats, without slashes at the end.
     *
     * @throws `validation_failed` for an entry that is not an origin of `http` or `https`
     */
    async replace({ tenantId }: UserPrincipal, entries: readonly string[]): Promise<string[]> {
      const origins = entries.map(parseOrigin);
      const issues = origins.flatMap((origin, index): FieldIssue[] =>
        origin === undefined
          ? [
              {
                path: `origins[${index}]`,
                message: 'must be an origin such as https://app.example.com, without a path',
              },
            ]
          : [],
      );
      if (issues.length > 0) throw refuseFields(issues);
      const unique = [...new Set(origins.filter((origin) => origin !== undefined))];
      await store.replace(tenantId, unique);
      return unique;
    },
  };
}

function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  const isOrigin =
    url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === text.replace(/\/$/, '');
  return isOrigin ? url.origin : undefined;
}
