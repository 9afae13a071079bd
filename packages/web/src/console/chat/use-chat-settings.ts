import { useQuery } from '@tanstack/react-query';
import { client } from '../api/api.ts';
import { useSurface } from '../surface/surface.ts';

/** What the chat of a deployment works with. It is not asked for where no chat is shown. */
export function useChatSettings(deploymentId: number) {
  const { shows } = useSurface();
  return useQuery({
    enabled: shows.chat,
    queryKey: ['chat-settings', deploymentId],
    queryFn: () => client.call('getAIEngineerSettings', { params: { deploymentId } }),
    staleTime: 300_000,
  });
}
