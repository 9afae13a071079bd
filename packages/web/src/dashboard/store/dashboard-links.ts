import type { LinkedDashboard, LinkedDashboardsResponse } from '@oriel/contract';
import { MAX_LINKED_DASHBOARDS } from '@oriel/contract/limits';
import { serializeUrlControls } from '@oriel/embed';
import { createContext } from 'react';

/** What the address of a link of the model says of the dashboard that it leads to. */
interface DashboardLink {
  /** The slug of its workbook, or its public id. */
  readonly name: string;
  /** The filters of the link, as `f_<view>.<dimension>=…`; empty for none. */
  readonly filterUrlParameter: string;
}

/** A dashboard that a link leads to, with the link's filters. */
type OpenedDashboard = Omit<LinkedDashboard, 'name'> & Pick<DashboardLink, 'filterUrlParameter'>;

/** How a link is followed: by the address of a page, by a call, or by either. */
export interface LinkTarget {
  readonly href?: string;
  open?(): void;
}

/** Where links of the model to dashboards lead on a surface. */
export interface DashboardLinks {
  /** Asks which dashboards the names are of, once for each. Never throws. */
  want(names: Iterable<string>): Promise<void>;
  /** Undefined while it is not known, and where there is none for the viewer. */
  find(name: string): LinkedDashboard | undefined;
  targetOf(dashboard: OpenedDashboard, target: 'blank' | 'self'): LinkTarget;
}

/** Undefined where links to dashboards lead nowhere; they are left out there. */
export const DashboardLinksContext = createContext<DashboardLinks | undefined>(undefined);

/**
 * Reads the address that the compiler makes of `dashboard:` and `params:` of a link; undefined for any other. A
 * parameter is a filter that is equal to its value; one without a value is of a null, and filters nothing.
 */
export function readDashboardLink(address: string): DashboardLink | undefined {
  const [, encoded, query = ''] = /^\/dashboard\/([^/?#]+)(?:\?([^#]*))?$/.exec(address) ?? [];
  const name = encoded === undefined ? undefined : decoded(encoded);
  if (name === undefined || name === '') return undefined;
  const filters = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  const values = Map.groupBy(filters, ([member]) => member);
  const filterUrlParameter = serializeUrlControls({
    filters: [...values].map(([member, [first, ...others]]) => ({
      member,
      value: others.length === 0 ? (first?.[1] ?? '') : [first, ...others].map((entry) => entry?.[1] ?? ''),
    })),
  });
  return { name, filterUrlParameter };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

interface DashboardLinksOptions extends Pick<DashboardLinks, 'targetOf'> {
  /** Asks the server with the viewer's right. */
  request: typeof fetch;
  deploymentId: number;
}

/** The links of a surface; what was found is kept as long as they are. */
export function createDashboardLinks({
  request,
  deploymentId,
  targetOf,
}: DashboardLinksOptions): DashboardLinks {
  const asked = new Map<string, Promise<void>>();
  const found = new Map<string, LinkedDashboard>();
  const load = async (names: readonly string[]): Promise<void> => {
    const query = new URLSearchParams(names.map((name) => ['names', name]));
    const answer = await request(`/api/v1/deployments/${deploymentId}/linked-dashboards?${query}`);
    if (!answer.ok) throw new Error(`The server answered ${answer.status}`);
    const { items } = (await answer.json()) as LinkedDashboardsResponse;
    for (const item of items) found.set(item.name, item);
  };
  /** What could not be asked is asked again when it is wanted again. */
  const ask = (names: readonly string[]): Promise<void> =>
    load(names).catch(() => names.forEach((name) => asked.delete(name)));
  return {
    async want(names) {
      const wanted = [...new Set(names)];
      const fresh = wanted.filter((name) => !asked.has(name));
      for (let first = 0; first < fresh.length; first += MAX_LINKED_DASHBOARDS) {
        const some = fresh.slice(first, first + MAX_LINKED_DASHBOARDS);
        const answer = ask(some);
        for (const name of some) asked.set(name, answer);
      }
      await Promise.all(wanted.map((name) => asked.get(name)));
    },
    find: (name) => found.get(name),
    targetOf,
  };
}
