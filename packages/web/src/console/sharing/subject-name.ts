import type { AccessSubject } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';

/** How a subject is called. */
export function subjectName({ subjectType, name, email, firstName }: AccessSubject): string {
  switch (subjectType) {
    case 'USER':
      return firstName == null || firstName === '' ? (email ?? '') : firstName;
    case 'ORGANIZATION':
      return t('share.everybody');
    case 'ALL_EMBED_USERS':
      return t('share.allEmbedUsers');
    case 'GROUP':
    case 'EMBED_TENANT':
    case 'EMBED_GROUP':
    case 'EMBED_USER':
      return name ?? '';
  }
}

/**
 * What tells a subject from others of its name; undefined where nothing has to.
 *
 * @param embedTenant of the one who reads it; undefined for a user of the account
 */
export function subjectHint(subject: AccessSubject, embedTenant?: string): string | undefined {
  switch (subject.subjectType) {
    case 'USER':
    case 'EMBED_USER':
      return subject.email === subjectName(subject) ? undefined : (subject.email ?? undefined);
    case 'GROUP':
    case 'EMBED_GROUP':
      return t('share.group');
    case 'EMBED_TENANT':
      // The viewers of a tenant know it as theirs, and no others.
      return t(embedTenant === undefined ? 'share.embedTenant' : 'share.everyone');
    case 'ORGANIZATION':
    case 'ALL_EMBED_USERS':
      return undefined;
  }
}
