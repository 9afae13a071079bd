import { refuse } from '@oriel/contract';

/**
 * The name of a group as it is stored.
 *
 * @throws `invalid_request` for a name that belongs to groups of the system, in any case
 */
export function checkGroupName(name: string): string {
  const trimmed = name.trim();
  if (trimmed.toLowerCase().startsWith('system:'))
    throw refuse('invalid_request', {
      reason: 'Names that begin with "system:" belong to groups of the server',
    });
  return trimmed;
}
