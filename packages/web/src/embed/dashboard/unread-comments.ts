import type { UnreadEmbedDashboardCommentsDto } from '@oriel/contract';
import type { SidePanels } from '../../dashboard/elements/side-panels.ts';
import { discardBody } from '../../query/discard-body.ts';
import type { SurfaceSession } from '../session/session.ts';
import type { SurfacePreferences } from '../preferences/surface-preferences.ts';

/** The name of the panel of comments among those beside a dashboard. */
export const COMMENTS_PANEL = 'comments';

/** How often it is asked for while the panel is closed and its page is looked at. */
const POLL_MS = 60_000;

/** How many comments the viewer has not seen. */
interface UnreadComments {
  count(): number;
  subscribe(listener: () => void): void;
}

interface WatchUnreadOptions {
  readonly session: Pick<SurfaceSession, 'request'>;
  /** The language of the page, which mail to the viewer comes in from then on. */
  readonly preferences: Pick<SurfacePreferences, 'locale'>;
  readonly publicId: string;
  readonly panels: SidePanels;
  /** Ends the count. */
  readonly failed: AbortSignal;
}

/**
 * Counts what is new to the viewer while the panel of comments is closed; undefined where the viewer may not read
 * comments.
 */
export async function watchUnread({
  session,
  preferences,
  publicId,
  panels,
  failed,
}: WatchUnreadOptions): Promise<UnreadComments | undefined> {
  const path = `/api/v1/embed/dashboard/${encodeURIComponent(publicId)}/comments/unread`;
  const listeners = new Set<() => void>();
  const read = async (): Promise<number | undefined> => {
    const answer = await session.request(`${path}?locale=${preferences.locale}`);
    if (answer.ok) return ((await answer.json()) as UnreadEmbedDashboardCommentsDto).count;
    discardBody(answer);
    return undefined;
  };
  const first = await read();
  if (first === undefined) return undefined;
  let count = first;
  const set = (next: number) => {
    if (next === count) return;
    count = next;
    for (const listener of listeners) listener();
  };
  const isOpen = () => panels.opened() === COMMENTS_PANEL;
  const look = async () => {
    if (isOpen() || document.visibilityState === 'hidden') return;
    // What cannot be asked for now is asked for the next time.
    const next = await read().catch(() => undefined);
    if (next !== undefined && !isOpen()) set(next);
  };
  let wasOpen = false;
  panels.subscribe(() => {
    // In the open panel everything is before the viewer.
    if (isOpen()) set(0);
    else if (wasOpen) void look();
    wasOpen = isOpen();
  });
  const timer = window.setInterval(() => void look(), POLL_MS);
  failed.addEventListener('abort', () => window.clearInterval(timer));
  document.addEventListener('visibilitychange', () => void look(), { signal: failed });
  return { count: () => count, subscribe: (listener) => void listeners.add(listener) };
}
