import { createSidePanels } from '../../dashboard/elements/side-panels.ts';
import type { DashboardStore } from '../../dashboard/store/dashboard-store.ts';
import { showsDashboardChat } from '../../chat/ai-settings.ts';
import { showsComments } from './comment-settings.ts';
import type { OpenChat } from './dashboard-chat.tsx';
import type { EmbeddedSurface } from '../surface/surface.ts';

/**
 * Offers what stands beside a dashboard, as settings say. A dashboard is whole without: what cannot be offered is not
 * there. `onChat` is called with what opens a thread, where there is a chat.
 */
export function offerPanels(
  surface: EmbeddedSurface,
  store: DashboardStore,
  onChat: (openChat: OpenChat) => void,
): void {
  const { session, account, failed } = surface;
  if (failed.aborted) return;
  const panels = createSidePanels();
  failed.addEventListener('abort', panels.remove);
  if (showsDashboardChat(session.settings, account))
    import('./dashboard-chat.tsx')
      .then(({ offerDashboardChat }) => offerDashboardChat(surface, store, panels))
      .then((openChat) => openChat && onChat(openChat))
      .catch(() => undefined);
  if (showsComments(session, account))
    import('./dashboard-comments.tsx')
      .then(({ offerDashboardComments }) => offerDashboardComments(surface, store, panels))
      .catch(() => undefined);
}
