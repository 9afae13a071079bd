import type { Dashboard } from '@oriel/contract';

/**
 * What the author of a dashboard has written as its zone; one that is none, `viewer` among them, is for the next source
 * to decide.
 */
export function pinnedZone({ config }: Pick<Dashboard, 'config'>): string | undefined {
  const zone = config?.settings?.['timezone'];
  return typeof zone === 'string' ? zone : undefined;
}
