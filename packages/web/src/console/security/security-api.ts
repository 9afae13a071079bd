import type { PasswordChangeInput } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

const factorsKey = ['second-factors'];
const sessionsKey = ['sessions'];

/** The second factors of the user. */
export function useSecondFactors() {
  return useQuery({ queryKey: factorsKey, queryFn: () => client.call('getSecondFactors', {}) });
}

/** The browsers in which the user is signed in. */
export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: () => client.call('getSessions', {}) });
}

/** What is done with sessions and the password; each makes the list of sessions stale. */
export function useSessionChanges() {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: sessionsKey });
  const end = useMutation({
    mutationFn: (sessionId: number) => client.call('endSession', { params: { sessionId } }),
    onSuccess,
  });
  const endOthers = useMutation({
    mutationFn: () => client.call('endOtherSessions', {}),
    onSuccess,
  });
  const changePassword = useMutation({
    mutationFn: (body: PasswordChangeInput) => client.call('changeMyPassword', { body }),
    onSuccess,
  });
  return { end, endOthers, changePassword };
}

/** Reads the second factors anew. */
export function useFactorsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: factorsKey });
}
