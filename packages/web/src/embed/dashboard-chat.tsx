import type { AIEngineerSettings } from '@oriel/contract';
import { createRoot } from 'react-dom/client';
import { loadChatSettings } from '../chat/chat-client.ts';
import { ChatPanel } from '../chat/chat-panel.tsx';
import type { DashboardStore } from '../dashboard/dashboard-store.ts';
import { loadChatTexts } from '../messages/chat-texts.ts';
import type { EmbeddedSurface } from './surface.ts';

/**
 * Offers a chat beside a dashboard, where the viewer may ask and something can answer. Nothing of the chat is loaded before it is
 * opened.
 */
export async function offerDashboardChat(surface: EmbeddedSurface, store: DashboardStore): Promise<void> {
  const { session, preferences } = surface;
  const settings = await loadChatSettings(store.dashboard.deploymentId, session.request);
  if (!isOffered(settings)) return;
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  const load = async () => {
    const { createChatRoom } = await import('./dashboard-chat-room.tsx');
    return createChatRoom(surface, store, settings);
  };
  let revision = 0;
  const draw = async () => {
    revision += 1;
    const drawn = revision;
    const { locale } = preferences;
    // Without the texts of a language it is drawn in English.
    await loadChatTexts(locale).catch(() => undefined);
    if (drawn === revision)
      root.render(<ChatPanel load={load} locale={locale} themeKey={String(revision)} onCover={cover} />);
  };
  preferences.subscribe((change) => change !== 'timezone' && void draw());
  await draw();
}

const isOffered = ({ mayAsk, isAvailable, hasCertifiedQueries }: AIEngineerSettings) =>
  mayAsk && (isAvailable || hasCertifiedQueries);

function cover(isCovered: boolean): void {
  const dashboard = document.querySelector<HTMLElement>('#root');
  if (dashboard) dashboard.inert = isCovered;
}
