import { refuseFields } from '@oriel/contract';
import { checkedName } from '../embed-directory/directory-service.ts';
import { externalIdOf } from '../embed-directory/embed-group-service.ts';
import type { NamedViewer } from './viewer-subjects.ts';

/**
 * The names of a viewer as they are stored.
 *
 * @param path where the request has them, as `recipients[3].`
 * @throws `validation_failed`
 */
export function readViewerNames(
  { embedTenantName, externalId }: ViewerNames,
  path: string,
): Pick<NamedViewer, 'embedTenantName' | 'externalId'> {
  const named = externalIdOf(externalId ?? '');
  if (named === '')
    throw refuseFields([{ path: `${path}externalId`, message: 'is needed for an EMBED_USER' }]);
  if (embedTenantName == null)
    throw refuseFields([{ path: `${path}embedTenantName`, message: 'is needed for an EMBED_USER' }]);
  return { embedTenantName: checkedName(embedTenantName), externalId: named };
}

interface ViewerNames {
  readonly embedTenantName?: string | null | undefined;
  readonly externalId?: string | null | undefined;
}
