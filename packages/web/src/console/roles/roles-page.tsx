import { Button } from '@mantine/core';
import type { Role } from '@oriel/contract';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { RoleDialog } from './role-dialog.tsx';
import { RoleTable } from './role-table.tsx';
import { useRoleChanges, useRoles } from './roles-api.ts';

/** What is open over the page. */
type Dialog = { action: 'edit' | 'delete'; role: Role } | { action: 'create' };

/** The roles: the built-in ones, and those that the account has made. */
export function RolesPage() {
  const roles = useRoles();
  const { remove } = useRoleChanges();
  const [dialog, setDialog] = useState<Dialog>();
  useDocumentTitle(t('roles.title'));
  const close = () => setDialog(undefined);
  const table = (items: readonly Role[]) => (
    <RoleTable roles={items} onAction={(action, role) => setDialog({ action, role })} />
  );
  return (
    <div className={styles.page}>
      <PageHeading title={t('roles.title')} hint={t('roles.hint')}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ action: 'create' })}>
          {t('roles.create')}
        </Button>
      </PageHeading>
      <PagedList list={roles} unloaded={t('roles.unloaded')} empty={table([])}>
        {table}
      </PagedList>
      {dialog?.action === 'create' && <RoleDialog onClose={close} />}
      {dialog?.action === 'edit' && <RoleDialog role={dialog.role} onClose={close} />}
      {dialog?.action === 'delete' && (
        <ConfirmDialog
          title={t('roles.deleteTitle', { name: dialog.role.name })}
          text={t('roles.deleteText')}
          action={t('action.delete')}
          mutation={remove}
          input={dialog.role.id}
          onClose={close}
        />
      )}
    </div>
  );
}
