import { refuse, refuseFields, type UpdateEmbedAccessInput } from '@oriel/contract';
import { accessLevels, type AccessLevel } from '../../access/access-level.ts';

/**
 * What is asked for: whom a workbook is shared with or not any more, whether its dashboard may be embedded, or both.
 */
export interface EmbedAccessChange {
  readonly target: { readonly embedTenantName: string } | 'ALL_EMBED_USERS' | undefined;
  /** Of the target: read or none. */
  readonly level: AccessLevel;
  readonly allowEmbed: boolean | undefined;
}

/**
 * Reads what the schema cannot say: one target with an action, or `allowEmbed` alone.
 *
 * @throws `validation_failed`, `invalid_request` where nothing is asked for
 */
export function readChange(input: UpdateEmbedAccessInput): EmbedAccessChange {
  const { embedTenantName = null, action = null, allowEmbed = null } = input;
  const isForAll = input.allEmbedUsers === true;
  const hasTarget = embedTenantName !== null || isForAll;
  if (embedTenantName !== null && isForAll)
    throw refuseFields([{ path: 'allEmbedUsers', message: 'does not go with embedTenantName; give one' }]);
  if (hasTarget && action === null)
    throw refuseFields([
      { path: 'action', message: 'is needed with embedTenantName and with allEmbedUsers' },
    ]);
  if (!hasTarget && action !== null)
    throw refuseFields([{ path: 'action', message: 'needs embedTenantName, or allEmbedUsers: true' }]);
  if (!hasTarget && allowEmbed === null)
    throw refuse('invalid_request', {
      reason: 'Nothing would change: give embedTenantName or allEmbedUsers: true with action, or allowEmbed',
    });
  return {
    target: isForAll
      ? 'ALL_EMBED_USERS'
      : embedTenantName === null
        ? undefined
        : { embedTenantName: embedTenantName.trim().toLowerCase() },
    level: action === 'read' ? accessLevels.read : accessLevels.none,
    allowEmbed: allowEmbed ?? undefined,
  };
}
