import { isChatOffered } from '../../chat/chat-offer.ts';
import { ChatIcon } from '../../chat/elements/chat-icon.tsx';
import { loadChatSettings } from '../../chat-client/chat-client.ts';
import type { DashboardStore } from '../../dashboard/store/dashboard-store.ts';
import type { SidePanels } from '../../dashboard/elements/side-panels.ts';
import { loadChatTexts, t } from '../../messages/chat-texts.ts';
import { offerPanel } from './offer-panel.tsx';
import type { EmbeddedSurface } from '../surface/surface.ts';

/** Opens the chat with a thread of the viewer. */
export type OpenChat = (chatId: string) => void;

/**
 * Offers a chat beside a dashboard, where the viewer may ask and something can answer. Nothing of the chat is loaded
 * before it is opened.
 *
 * @returns what opens the chat with a thread of the viewer; undefined where no chat is offered
 */
export async function offerDashboardChat(
  surface: EmbeddedSurface,
  store: DashboardStore,
  panels: SidePanels,
): Promise<OpenChat | undefined> {
  const settings = await loadChatSettings(store.dashboard.deploymentId, surface.session.request);
  if (!isChatOffered(settings)) return undefined;
  let wanted: string | undefined;
  let openThread: OpenChat = (chatId) => {
    wanted = chatId;
  };
  await offerPanel(surface, panels, {
    name: 'chat',
    order: 0,
    icon: <ChatIcon />,
    loadTexts: loadChatTexts,
    texts: () => ({
      launcher: t('launcher'),
      close: t('close'),
      unreachable: t('unreachable'),
      retry: t('retry'),
    }),
    async load() {
      const { createChatRoom } = await import('./dashboard-chat-room.tsx');
      const room = createChatRoom(surface, store, settings);
      ({ openThread } = room);
      if (wanted !== undefined) openThread(wanted);
      return room.ChatRoom;
    },
  });
  return (chatId) => {
    openThread(chatId);
    panels.open('chat');
  };
}
