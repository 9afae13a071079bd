import type { AIEngineerSettings } from '@oriel/contract';
import { loadChatSettings } from '../chat/chat-client.ts';
import type { DashboardStore } from '../dashboard/dashboard-store.ts';
import type { SidePanels } from '../dashboard/side-panels.ts';
import { loadChatTexts, t } from '../messages/chat-texts.ts';
import { offerPanel } from './offer-panel.tsx';
import type { EmbeddedSurface } from './surface.ts';

/**
 * Offers a chat beside a dashboard, where the viewer may ask and something can answer. Nothing of the chat is loaded before it is
 * opened.
 */
export async function offerDashboardChat(
  surface: EmbeddedSurface,
  store: DashboardStore,
  panels: SidePanels,
): Promise<void> {
  const settings = await loadChatSettings(store.dashboard.deploymentId, surface.session.request);
  if (!isOffered(settings)) return;
  await offerPanel(surface, panels, {
    name: 'chat',
    order: 0,
    icon: <Bubble />,
    loadTexts: loadChatTexts,
    texts: () => ({
      launcher: t('launcher'),
      close: t('close'),
      unreachable: t('unreachable'),
      retry: t('retry'),
    }),
    async load() {
      const { createChatRoom } = await import('./dashboard-chat-room.tsx');
      return createChatRoom(surface, store, settings);
    },
  });
}

const isOffered = ({ mayAsk, isAvailable, hasCertifiedQueries }: AIEngineerSettings) =>
  mayAsk && (isAvailable || hasCertifiedQueries);

function Bubble() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden
    >
      <path d="M4 5h16v11H9l-5 4z" strokeLinejoin="round" />
      <path d="M8 9.5h8M8 12.5h5" strokeLinecap="round" />
    </svg>
  );
}
