import type { DashboardStore } from '../../dashboard/store/dashboard-store.ts';
import type { SidePanels } from '../../dashboard/elements/side-panels.ts';
import { loadCommentTexts, t } from '../../messages/comment-texts.ts';
import { offerPanel } from './offer-panel.tsx';
import { linkedComment } from './comment-settings.ts';
import type { EmbeddedSurface } from '../surface/surface.ts';
import { COMMENTS_PANEL, watchUnread } from './unread-comments.ts';

/** What stands on the button for more than it has room for. */
const MOST_SHOWN = 99;

/**
 * Offers the comments on a dashboard, where the viewer may read them. What shows them is loaded when they are opened.
 */
export async function offerDashboardComments(
  surface: EmbeddedSurface,
  { dashboard: { publicId } }: DashboardStore,
  panels: SidePanels,
): Promise<void> {
  const { session, preferences, address, failed } = surface;
  const unread = await watchUnread({ session, preferences, publicId, panels, failed });
  if (!unread) return;
  const linked = linkedComment(address.searchParams);
  await offerPanel(surface, panels, {
    name: COMMENTS_PANEL,
    order: 1,
    icon: <Bubbles />,
    loadTexts: loadCommentTexts,
    texts: () => ({
      launcher: t('launcher'),
      close: t('close'),
      unreachable: t('unreachable'),
      retry: t('retry'),
    }),
    badge() {
      const count = unread.count();
      if (count === 0) return undefined;
      const text = count > MOST_SHOWN ? `${MOST_SHOWN}+` : String(count);
      return { text, label: t('launcherWithUnread', { comments: text }) };
    },
    subscribe: unread.subscribe,
    async load() {
      const { createCommentRoom } = await import('./dashboard-comment-room.tsx');
      return createCommentRoom(surface, publicId, linked);
    },
  });
  if (linked !== undefined) panels.open(COMMENTS_PANEL);
}

function Bubbles() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="22"
      height="22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M3 4h12v8H7l-4 3z" />
      <path d="M18 8h3v12l-4-3h-7v-2" />
    </svg>
  );
}
