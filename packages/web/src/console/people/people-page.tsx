import { Alert, Button, Group, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { User } from '@oriel/contract';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useCurrentUser } from '../api.ts';
import { sentenceOf } from '../error-text.ts';
import styles from '../page.module.css';
import { ErrorState, LoadingState, MessageState } from '../states.tsx';
import { useDocumentTitle } from '../use-document-title.ts';
import { ConfirmUserDialog } from './confirm-user-dialog.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { useNewLink, useUpdateUser, useUsers } from './people-api.ts';
import { UserTable, type UserAction } from './user-table.tsx';

const TYPING_MS = 250;

/** What is asked about a user. */
interface Question {
  action: 'deactivate' | 'delete';
  user: User;
}

/** The users of the account: who they are, what they may do, and the way in for new ones. */
export function PeoplePage() {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), TYPING_MS);
  const users = useUsers(asked);
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
  const items = users.data?.pages.flatMap((page) => page.items);
  const failure = update.error ?? link.error;
  return (
    <div className={styles.page}>
      <Group justify="space-between" align="flex-end" mb="md">
        <div>
          <Title order={1}>{t('people.title')}</Title>
          <Text c="dimmed">{t('people.hint')}</Text>
        </div>
        <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting(true)}>
          {t('people.invite')}
        </Button>
      </Group>
      <TextInput
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        leftSection={<IconSearch size={16} />}
        maw={360}
        mb="md"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {failure && (
        <Alert color="red" role="alert" mb="md">
          {sentenceOf(failure)}
        </Alert>
      )}
      {items ? (
        items.length === 0 ? (
          <MessageState title={t('people.none')} />
        ) : (
          <UserTable
            users={items}
            ownId={me}
            onRole={(user, defaultRoles) => update.mutate({ userId: user.id, defaultRoles })}
            onAction={act}
          />
        )
      ) : users.isError ? (
        <ErrorState
          title={t('people.unloaded')}
          error={users.error}
          isRetrying={users.isFetching}
          onRetry={() => void users.refetch()}
        />
      ) : (
        <LoadingState />
      )}
      {users.hasNextPage && (
        <Button
          variant="subtle"
          mt="sm"
          loading={users.isFetchingNextPage}
          onClick={() => void users.fetchNextPage()}
        >
          {t('action.loadMore')}
        </Button>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {link.data && <LinkDialog url={link.data.url} onClose={() => link.reset()} />}
      {question && <ConfirmUserDialog {...question} onClose={() => setQuestion(undefined)} />}
    </div>
  );
}
