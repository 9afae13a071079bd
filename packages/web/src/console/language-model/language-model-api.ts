import type { LanguageModelEndpointInput, UpdateLanguageModelInput } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api.ts';
import { usePages } from '../settings/use-pages.ts';

const queryKey = ['language-model'];
const usageKey = ['language-model-usage'];

/** The language model of the account. */
export function useLanguageModel() {
  return useQuery({ queryKey, queryFn: () => client.call('getLanguageModel', {}) });
}

/** Sets the endpoint or the limit; what is absent stays. */
export function useUpdateLanguageModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateLanguageModelInput) => client.call('updateLanguageModel', { body }),
    onSuccess: (changed) => queryClient.setQueryData(queryKey, changed),
  });
}

/** Asks a model one short question: the given one, or the one that answers by now. It counts as usage. */
export function useTryLanguageModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (endpoint: LanguageModelEndpointInput | undefined) =>
      client.call('tryLanguageModel', { body: endpoint ? { endpoint } : {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: usageKey }),
  });
}

/** What people took of models, the newest first. */
export function useLanguageModelUsage() {
  return usePages(usageKey, (paging) => client.call('getLanguageModelUsage', { query: paging }));
}
