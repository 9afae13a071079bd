import type { OAuthGrant } from '@oriel/contract';
import { IconAppWindow } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { useDeployments } from '../api/api.ts';
import styles from '../look/page.module.css';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { PageHeading } from '../settings/page-heading.tsx';
import { PagedList } from '../settings/paged-list.tsx';
import { MessageState } from '../elements/states.tsx';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useGrants, useWithdrawal } from './applications-api.ts';
import { GrantTable } from './grant-table.tsx';

/** What the user has let act for them, and how to end it. */
export function ApplicationsPage() {
  const grants = useGrants();
  const withdrawal = useWithdrawal();
  const { all: deployments } = useDeployments();
  const [withdrawn, setWithdrawn] = useState<OAuthGrant>();
  useDocumentTitle(t('applications.title'));
  return (
    <div className={styles.page}>
      <PageHeading title={t('applications.title')} hint={t('applications.hint')} />
      <PagedList
        list={grants}
        unloaded={t('applications.unloaded')}
        empty={
          <MessageState
            icon={IconAppWindow}
            title={t('applications.none')}
            text={t('applications.noneText')}
          />
        }
      >
        {(items) => <GrantTable grants={items} deployments={deployments} onWithdraw={setWithdrawn} />}
      </PagedList>
      {withdrawn && (
        <ConfirmDialog
          title={t('applications.withdrawTitle', { name: withdrawn.client.name })}
          text={t('applications.withdrawText')}
          action={t('applications.withdraw')}
          refusal={t('action.keep')}
          mutation={withdrawal}
          input={withdrawn.id}
          onClose={() => setWithdrawn(undefined)}
        />
      )}
    </div>
  );
}
