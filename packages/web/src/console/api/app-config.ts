import type { AppConfigResponse, UpdateAppConfigInput } from '@oriel/contract';
import { APP_CONFIG_SECTIONS } from '@oriel/contract/app-config-sections';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from './api.ts';

const config = { queryKey: ['app-config'], queryFn: () => client.call('getAppConfig', {}) };

/** The settings that every client of the account reads. */
export function useAppConfig() {
  return useQuery(config);
}

/** Changes those settings. */
export function useUpdateAppConfig() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateAppConfigInput) => client.call('updateAppConfig', { body }),
    onSuccess: (changed) => queryClient.setQueryData(config.queryKey, changed),
    onError: () => queryClient.invalidateQueries({ queryKey: config.queryKey }),
  });
}

/**
 * Changes the settings as they are now on the server: what `change` answers is sent on condition that nobody has
 * changed them in between, and worked out again where another user has. The answer is all settings, and what the
 * changed ones were.
 */
export function useChangeAppConfig() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: (now: AppConfigResponse) => UpdateAppConfigInput) => {
      for (let tries = 1; ; tries += 1) {
        const { data: now, error, response } = await client.fetchClient.GET('/api/v1/app-config');
        if (!now) throw error;
        const header = { 'if-match': response.headers.get('etag') ?? '*' };
        const body = change(now);
        const put = await client.fetchClient.PUT('/api/v1/app-config', { params: { header }, body });
        if (put.data) return { config: put.data, before: partOf(now, body) };
        if (put.error.status !== 412 || tries === MAX_TRIES) throw put.error;
      }
    },
    onSuccess: ({ config: changed }) => queryClient.setQueryData(config.queryKey, changed),
    onError: () => queryClient.invalidateQueries({ queryKey: config.queryKey }),
  });
}

const MAX_TRIES = 5;

const SECTIONS: ReadonlySet<string> = new Set(APP_CONFIG_SECTIONS);

/** What the settings of a change were, to be put back: of sections only the fields that change. */
function partOf(now: AppConfigResponse, body: UpdateAppConfigInput): UpdateAppConfigInput {
  return Object.fromEntries(
    Object.entries(body).map(([name, changed]) => {
      // Every name of a change is one of the settings.
      const before = now[name as keyof AppConfigResponse];
      return [name, SECTIONS.has(name) && changed ? fieldsOf(before, Object.keys(changed)) : before];
    }),
  );
}

/** Fields of a section; null for what it does not say. */
function fieldsOf(section: unknown, names: readonly string[]): Record<string, unknown> {
  const known = new Map(Object.entries(section ?? {}));
  return Object.fromEntries(names.map((name) => [name, known.get(name) ?? null]));
}
