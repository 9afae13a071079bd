import type { Dashboard } from '@oriel/contract';
import { LRUCache } from 'lru-cache';
import { KeptAnswer } from '../../http/answers/kept-answer.ts';
import type { DashboardContent } from '../../workspace/items/published-dashboards.ts';
import type { ShownHead } from './embed-dashboard-store.ts';

/** Of all dashboards that are kept, as JSON. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Adds the content of its version to the head of a dashboard that a viewer may see. Many viewers see the same, so what
 * was put together is kept under all that it rests on: a head that says anything else, or another version, is read
 * anew.
 */
type ShowDashboard = (
  head: ShownHead,
  findContent: () => Promise<DashboardContent | undefined>,
) => Promise<KeptAnswer<Dashboard> | undefined>;

/** Makes the cache of shown dashboards; it decides about no access. */
export function createShownDashboards(): ShowDashboard {
  const shown = new LRUCache<string, KeptAnswer<Dashboard>>({ maxSize: MAX_BYTES });
  return async (head, findContent) => {
    const key = JSON.stringify(head);
    const known = shown.get(key);
    if (known) return known;
    const content = await findContent();
    if (!content) return undefined;
    const { contentVersion: _, ...dashboard } = head;
    const answer = new KeptAnswer<Dashboard>({ ...dashboard, ...content });
    // Read as two copies: the values, and the bytes that are sent.
    shown.set(key, answer, { size: 2 * JSON.stringify(content).length });
    return answer;
  };
}
