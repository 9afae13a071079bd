import {
  limits,
  refuseFields,
  type FieldIssue,
  type GenerateSession,
  type ServerBrand,
} from '@oriel/contract';
import type { EmbedClaims } from './embed-claims.ts';

/** Names of groups that begin so are the server's own. */
const RESERVED_GROUP_PREFIX = /^system:/i;

/** What a console user brings along, so that a session for one cannot set it. */
const NOT_WITH_INTERNAL_ID = [
  'groups',
  'userAttributes',
  'userAttributeDefinitions',
  'groupDefinitions',
  'securityContext',
  'userProfile',
  'email',
  'roles',
] as const;

const ONLY_IN_CREATOR_MODE = ['tenantGroups', 'tenantGroupDefinitions', 'userAttributeDefinitions'] as const;

/**
 * Checks what the schema of a session cannot say: which fields go together, and which names are reserved.
 *
 * @throws `validation_failed`, with an issue for each fault
 */
export function checkSessionInput(input: GenerateSession, brand: ServerBrand): void {
  const issues = [...viewerIssues(input), ...creatorModeIssues(input), ...groupNameIssues(input)];
  const { securityContextKey } = brand;
  if (input.securityContext && securityContextKey in input.securityContext)
    issues.push({
      path: `securityContext.${securityContextKey}`,
      message: 'is reserved; use groups and userAttributes',
    });
  if (issues.length > 0) throw refuseFields(issues);
}

/**
 * Checks that the token of a session will fit into a request header.
 *
 * @throws `validation_failed` beyond {@link limits.MAX_EMBED_CLAIMS_BYTES}
 */
export function checkClaimsFit(claims: EmbedClaims): void {
  const sizeBytes = Buffer.byteLength(JSON.stringify(claims));
  if (sizeBytes <= limits.MAX_EMBED_CLAIMS_BYTES) return;
  const message = `makes the session ${sizeBytes} bytes, with its groups and attributes; at most ${limits.MAX_EMBED_CLAIMS_BYTES} fit into a token`;
  throw refuseFields([{ path: 'securityContext', message }]);
}

function viewerIssues(input: GenerateSession): FieldIssue[] {
  const hasExternal = input.externalId != null && input.externalId.trim() !== '';
  const hasInternal = input.internalId != null;
  if (hasExternal === hasInternal)
    return [{ path: 'externalId', message: 'give exactly one of externalId and internalId' }];
  if (!hasInternal) return [];
  const given = NOT_WITH_INTERNAL_ID.filter((key) => input[key] != null);
  return given.map((path) => ({
    path,
    message: 'does not go with internalId: the user keeps its own permissions',
  }));
}

function creatorModeIssues(input: GenerateSession): FieldIssue[] {
  if (input.creatorMode && input.embedTenantName) return [];
  const given = ONLY_IN_CREATOR_MODE.filter((key) => input[key] != null);
  return given.map((path) => ({ path, message: 'needs creatorMode: true and embedTenantName' }));
}

function groupNameIssues(input: GenerateSession): FieldIssue[] {
  const names = [
    ...(input.groups ?? []).map((name, index) => ({ name, path: `groups[${index}]` })),
    ...(input.tenantGroups ?? []).map((name, index) => ({ name, path: `tenantGroups[${index}]` })),
    ...(['groupDefinitions', 'tenantGroupDefinitions'] as const).flatMap((key) =>
      (input[key] ?? []).map(({ name }, index) => ({ name, path: `${key}[${index}].name` })),
    ),
  ];
  return names.flatMap(({ name, path }) => {
    if (name.trim() === '') return [{ path, message: 'must not be empty' }];
    return RESERVED_GROUP_PREFIX.test(name.trim())
      ? [{ path, message: 'must not begin with system:, which is reserved' }]
      : [];
  });
}
