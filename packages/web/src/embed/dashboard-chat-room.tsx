import type { AIEngineerSettings } from '@oriel/contract';
import { createChatClient } from '../chat-client/chat-client.ts';
import { createChatStore } from '../chat/chat-store.ts';
import { ChatView } from '../chat/chat-view.tsx';
import { chosenControls } from '../dashboard/chosen-controls.ts';
import type { DashboardStore } from '../dashboard/dashboard-store.ts';
import type { RoomProps } from '../dashboard/side-panel.tsx';
import { applySetControls } from '../chat/apply-set-controls.ts';
import type { EmbeddedSurface } from './surface.ts';

/** Makes the chat of a dashboard: its questions come with what the viewer has before them, and its agent sets controls. */
export function createChatRoom(
  { session, preferences, emit }: EmbeddedSurface,
  dashboard: DashboardStore,
  { accountName, isAvailable, threadScopes }: AIEngineerSettings,
) {
  const { deploymentId, publicId } = dashboard.dashboard;
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
      <ChatView
        key={locale}
        store={store}
        hasModel={isAvailable}
        threadScopes={threadScopes}
        themeKey={themeKey}
        onClose={onClose}
      />
    ),
  };
}
