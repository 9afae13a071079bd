import type { AIEngineerSettings } from '@oriel/contract';
import { createChatClient } from '../../chat-client/chat-client.ts';
import { ChatQueriesContext, type ChatQueries } from '../../chat/queries/chat-queries.ts';
import { createChatStore } from '../../chat/store/chat-store.ts';
import { ChatView } from '../../chat/chat-view.tsx';
import { chosenControls } from '../../dashboard/store/chosen-controls.ts';
import { DashboardLinksContext } from '../../dashboard/store/dashboard-links.ts';
import type { DashboardStore } from '../../dashboard/store/dashboard-store.ts';
import type { RoomProps } from '../../dashboard/elements/side-panel.tsx';
import { applySetControls } from '../../chat/turns/apply-set-controls.ts';
import { createRunBatch } from '../../query/load-batch.ts';
import { createSurfaceLinks } from '../surface/surface-links.ts';
import type { EmbeddedSurface } from '../surface/surface.ts';

/**
 * Makes the chat of a dashboard: its questions come with what the viewer has before them, and its agent sets controls.
 */
export function createChatRoom(
  surface: EmbeddedSurface,
  dashboard: DashboardStore,
  { accountName, isAvailable, threadScopes }: AIEngineerSettings,
) {
  const { session, preferences, emit } = surface;
  const { deploymentId, publicId } = dashboard.dashboard;
  const links = createSurfaceLinks(surface, deploymentId);
  const queries: ChatQueries = {
    runBatch: createRunBatch({
      deploymentUrl: `/deployments/${deploymentId}`,
      fetch: session.fetch,
      shownOn: () => publicId,
    }),
    loadMembers: dashboard.loadMembers,
  };
  const store = createChatStore({
    client: createChatClient({ deploymentId, accountName, fetch: session.fetch }),
    surroundings: () => ({
      timezone: preferences.timezoneOf(dashboard.dashboard),
      dashboard: { publicId, ...chosenControls(dashboard.choices()) },
    }),
    onQuestion: (question) => emit('ai-query', question),
    onToolResult(name, result) {
      if (name === 'set_controls') applySetControls(dashboard, result);
    },
  });
  return {
    /** Shows a thread of the viewer. */
    openThread: (chatId: string) => void store.open(chatId),
    ChatRoom: ({ locale, themeKey, onClose }: RoomProps) => (
      <DashboardLinksContext value={links}>
        <ChatQueriesContext value={queries}>
          <ChatView
            key={locale}
            store={store}
            hasModel={isAvailable}
            threadScopes={threadScopes}
            themeKey={themeKey}
            onClose={onClose}
          />
        </ChatQueriesContext>
      </DashboardLinksContext>
    ),
  };
}
