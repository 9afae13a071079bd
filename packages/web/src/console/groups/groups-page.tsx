import { Button } from '@mantine/core';
import type { UserGroup } from '@oriel/contract';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { SearchField, useSearchText } from '../settings/search-field.tsx';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { GroupDialog } from './group-dialog.tsx';
import { GroupTable, type GroupAction } from './group-table.tsx';
import { GroupUsersDialog } from './group-users-dialog.tsx';
import { useGroupChanges, useGroups } from './groups-api.ts';

/** What is open over the page: an action on a group, or the form of a new one. */
type Dialog = { action: GroupAction; group: UserGroup } | { action: 'create' };

/** The groups of users: who is in them and what they confer. */
export function GroupsPage() {
  const search = useSearchText();
  const groups = useGroups(search.asked);
  const { remove } = useGroupChanges();
  const [dialog, setDialog] = useState<Dialog>();
  useDocumentTitle(t('groups.title'));
  const close = () => setDialog(undefined);
  const newGroup = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ action: 'create' })}>
      {t('groups.create')}
    </Button>
  );
  const isEmpty = groups.items?.length === 0 && search.asked === '';
  // A button that goes again takes the focus with it.
  const hasAny = !isEmpty && (groups.items !== undefined || search.asked !== '');
  return (
    <div className={styles.page}>
      <PageHeading title={t('groups.title')} hint={t('groups.hint')}>
        {hasAny && newGroup}
      </PageHeading>
      {hasAny && <SearchField label={t('groups.search')} search={search} />}
      <PagedList
        list={groups}
        unloaded={t('groups.unloaded')}
        empty={
          isEmpty ? (
            <MessageState icon={IconUsersGroup} title={t('groups.none')} text={t('groups.noneText')}>
              {newGroup}
            </MessageState>
          ) : (
            <MessageState title={t('groups.notFound')} />
          )
        }
      >
        {(items) => <GroupTable groups={items} onAction={(action, group) => setDialog({ action, group })} />}
      </PagedList>
      {dialog?.action === 'create' && <GroupDialog onClose={close} />}
      {dialog?.action === 'edit' && <GroupDialog group={dialog.group} onClose={close} />}
      {dialog?.action === 'users' && <GroupUsersDialog group={dialog.group} onClose={close} />}
      {dialog?.action === 'delete' && (
        <ConfirmDialog
          title={t('groups.deleteTitle', { name: dialog.group.name })}
          text={t('groups.deleteText')}
          action={t('action.delete')}
          mutation={remove}
          input={dialog.group.id}
          onClose={close}
        />
      )}
    </div>
  );
}
