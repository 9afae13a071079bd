import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageInDeployment, useDeployments } from './api.ts';
import { errorKind } from './error-kind.ts';
import { useSurface } from '../surface/surface.ts';

/** Deployments that are asked at once, and at most. */
const AT_ONCE = 5;
const MOST = 50;

/**
 * Looks for what is not in the chosen deployment in the others of the user, and opens the page in the one that has it:
 * the address of a report or a workbook does not name its deployment.
 *
 * @param error why the page has nothing to show
 * @param what tells the thing apart from all others
 * @param find asks a deployment for it, and fails where it is not there
 * @returns whether it is still being looked for
 */
export function useElsewhere(
  error: unknown,
  what: readonly [kind: string, id: number],
  find: (deploymentId: number) => Promise<unknown>,
): boolean {
  const { deploymentId } = useSurface();
  const { all, current } = useDeployments();
  const others = all.filter(({ id }) => id !== current?.id).slice(0, MOST);
  const isMissing = error !== null && errorKind(error) === 'notFound';
  const enabled = isMissing && deploymentId === undefined && others.length > 0;
  const { data: found, isFetching } = useQuery({
    enabled,
    queryKey: ['elsewhere', current?.id, ...what],
    queryFn: () =>
      firstWith(
        others.map(({ id }) => id),
        find,
      ),
  });
  useEffect(() => {
    if (enabled && typeof found === 'number') window.location.replace(pageInDeployment(found));
  }, [enabled, found]);
  return enabled && (isFetching || typeof found === 'number');
}

/** The first of some deployments that has a thing; null where none has. */
export async function firstWith(
  deploymentIds: readonly number[],
  find: (deploymentId: number) => Promise<unknown>,
): Promise<number | null> {
  for (let from = 0; from < deploymentIds.length; from += AT_ONCE) {
    const asked = deploymentIds.slice(from, from + AT_ONCE);
    const answers = await Promise.allSettled(asked.map(find));
    const at = answers.findIndex(({ status }) => status === 'fulfilled');
    if (at >= 0) return asked[at] ?? null;
  }
  return null;
}
