import {
  refuseFields,
  type FieldIssue,
  type NotificationRecipientInput,
  type ServerBrand,
} from '@oriel/contract';
import { readViewerNames } from '../../embedding/subjects/viewer-names.ts';
import type { NamedViewer } from '../../embedding/subjects/viewer-subjects.ts';

/** A recipient as a request names one. */
export type NamedRecipient =
  | { readonly kind: 'id'; readonly userId: number }
  | { readonly kind: 'email'; readonly email: string }
  | {
      readonly kind: 'viewer';
      readonly viewer: NamedViewer & Pick<NotificationRecipientInput, 'securityContext'>;
    };

const ofViewers = ['embedTenantName', 'externalId', 'groups', 'securityContext', 'userAttributes'] as const;

/**
 * Reads what the schema cannot say of recipients: which fields each kind has.
 *
 * @throws `validation_failed`
 */
export function readRecipients(
  inputs: readonly NotificationRecipientInput[],
  brand: ServerBrand,
): NamedRecipient[] {
  const issues = inputs.flatMap((input, index) =>
    issuesOf(input, brand).map(({ path, message }) => ({ path: `recipients[${index}]${path}`, message })),
  );
  if (issues.length > 0) throw refuseFields(issues);
  return inputs.map((input, index) => {
    if (input.type === 'EMBED_USER')
      return { kind: 'viewer', viewer: { ...input, ...readViewerNames(input, `recipients[${index}].`) } };
    return input.userId == null
      ? { kind: 'email', email: (input.email ?? '').trim().toLowerCase() }
      : { kind: 'id', userId: input.userId };
  });
}

function issuesOf(input: NotificationRecipientInput, { securityContextKey }: ServerBrand): FieldIssue[] {
  const { type, userId, email, securityContext } = input;
  if (type === 'SLACK') return [{ path: '.type', message: 'must not be SLACK, which is not served yet' }];
  if (type === 'EMBED_USER')
    return securityContext && securityContextKey in securityContext
      ? [
          {
            path: `.securityContext.${securityContextKey}`,
            message: 'is reserved; use groups and userAttributes',
          },
        ]
      : [];
  if ((userId == null) === (email == null))
    return [{ path: '', message: 'give exactly one of userId and email of a USER' }];
  return ofViewers
    .filter((field) => input[field] != null)
    .map((field) => ({ path: `.${field}`, message: 'is for an EMBED_USER' }));
}
