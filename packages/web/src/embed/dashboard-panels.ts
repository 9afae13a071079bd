import { createSidePanels, type SidePanels } from '../dashboard/side-panels.ts';
import type { DashboardStore } from '../dashboard/dashboard-store.ts';
import { showsDashboardChat } from './ai-settings.ts';
import { showsComments } from './comment-settings.ts';
import type { EmbeddedSurface } from './surface.ts';

type Offer = (surface: EmbeddedSurface, store: DashboardStore, panels: SidePanels) => Promise<void>;

const loadChat = async (): Promise<Offer> => (await import('./dashboard-chat.tsx')).offerDashboardChat;
const loadComments = async (): Promise<Offer> =>
  (await import('./dashboard-comments.tsx')).offerDashboardComments;

/** Offers what stands beside a dashboard, as settings say. A dashboard is whole without: what cannot be offered is not there. */
export function offerPanels(surface: EmbeddedSurface, store: DashboardStore): void {
  const { session, account } = surface;
  const panels = createSidePanels();
  const offers = [
    ...(showsDashboardChat(session.settings, account) ? [loadChat] : []),
    ...(showsComments(session, account) ? [loadComments] : []),
  ];
  for (const load of offers)
    load()
      .then((offer) => offer(surface, store, panels))
      .catch(() => undefined);
}
