import type { OAuthIntegration, UserOAuthToken } from '@oriel/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../api/api.ts';

/** A provider, and the user's connection with it. */
export interface Connection {
  readonly integration: OAuthIntegration;
  readonly token: UserOAuthToken | undefined;
}

const queryKey = ['connections'];

/** The providers of the account, each with the user's connection. */
export function useConnections() {
  return useQuery({
    queryKey,
    queryFn: async (): Promise<Connection[]> => {
      const [integrations, tokens] = await Promise.all([
        client.call('listOAuthIntegrations', {}),
        client.call('listUserOAuthTokens', {}),
      ]);
      return integrations.map((integration) => ({
        integration,
        token: tokens.find(({ integrationId }) => integrationId === integration.id),
      }));
    },
  });
}

/** Connecting leaves the console for the provider, who sends the browser back. */
export function useConnectionChanges() {
  const queryClient = useQueryClient();
  return {
    connect: useMutation({
      mutationFn: async (integrationId: number) => {
        const { authorizationUrl } = await client.call('initiateOAuthFlow', { params: { integrationId } });
        window.location.assign(authorizationUrl);
      },
    }),
    disconnect: useMutation({
      mutationFn: (integrationId: number) =>
        client.call('revokeUserOAuthToken', { params: { integrationId } }),
      onSettled: () => queryClient.invalidateQueries({ queryKey }),
    }),
  };
}
