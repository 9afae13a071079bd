import type { CreateApiKeyInput } from '@oriel/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { usePages } from '../settings/use-pages.ts';

const queryKey = ['api-keys'];

/** The keys of the user, which are a list of one page. */
export function useApiKeys() {
  return usePages(queryKey, () => client.call('getApiKeys', {}));
}

/** What is done with keys; each makes the list stale. */
export function useApiKeyChanges() {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey });
  const create = useMutation({
    mutationFn: (body: CreateApiKeyInput) => client.call('createApiKey', { body }),
    onSuccess,
  });
  const revoke = useMutation({
    mutationFn: (apiKeyId: number) => client.call('revokeApiKey', { params: { apiKeyId } }),
    onSuccess,
  });
  const rotate = useMutation({
    mutationFn: (apiKeyId: number) => client.call('rotateApiKey', { params: { apiKeyId } }),
    onSuccess,
  });
  return { create, revoke, rotate };
}
