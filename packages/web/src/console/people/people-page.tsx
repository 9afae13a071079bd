import { Button } from '@mantine/core';
import type { User } from '@oriel/contract';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useCurrentUser } from '../api/api.ts';
import styles from '../look/page.module.css';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { SearchField, useSearchText } from '../settings/search-field.tsx';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { ConfirmUserDialog, type ConfirmedAction } from './confirm-user-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { useNewLink, useUpdateUser, useUsers } from './people-api.ts';
import { UserAccessDialog } from './user-access-dialog.tsx';
import { UserAttributesDialog } from './user-attributes-dialog.tsx';
import { UserTable, type UserAction } from './user-table.tsx';

/** What is open about a user. */
interface Question {
  action: 'attributes' | 'access' | ConfirmedAction;
  user: User;
}

/** The users of the account: who they are, what they may do, and the way in for new ones. */
export function PeoplePage() {
  const search = useSearchText();
  const users = useUsers(search.asked);
  const me = useCurrentUser().data?.id;
  const [isInviting, setInviting] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const update = useUpdateUser();
  const link = useNewLink();
  useDocumentTitle(t('people.title'));
  const act = (action: UserAction, user: User) => {
    if (action === 'link') link.mutate(user.id);
    else if (action === 'activate') update.mutate({ userId: user.id, isDeactivated: false });
    else setQuestion({ action, user });
  };
  return (
    <div className={styles.page}>
      <PageHeading title={t('people.title')} hint={t('people.hint')}>
        <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
          {t('people.invite')}
        </Button>
      </PageHeading>
      <SearchField label={t('people.search')} search={search} />
      <FailureAlert error={update.error ?? link.error} mb="md" />
      <PagedList
        list={users}
        unloaded={t('people.unloaded')}
        empty={<MessageState title={t('people.none')} />}
      >
        {(items) => (
          <UserTable
            users={items}
            ownId={me}
            onRole={(user, defaultRoles) => update.mutate({ userId: user.id, defaultRoles })}
            onAction={act}
          />
        )}
      </PagedList>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {link.data && <LinkDialog url={link.data.url} onClose={() => link.reset()} />}
      {question?.action === 'attributes' && (
        <UserAttributesDialog user={question.user} onClose={() => setQuestion(undefined)} />
      )}
      {question?.action === 'access' && (
        <UserAccessDialog user={question.user} onClose={() => setQuestion(undefined)} />
      )}
      {question && question.action !== 'attributes' && question.action !== 'access' && (
        <ConfirmUserDialog
          action={question.action}
          user={question.user}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}
