import { IconDatabaseOff, IconDatabasePlus } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';
import { usePermission } from '../api/api.ts';
import { MessageState } from '../elements/states.tsx';
import { CreateDeploymentForm } from './create-deployment-form.tsx';
import styles from './no-deployment.module.css';

/** Shown to users without a deployment: those who may create one do so here, others are told whom to ask. */
export function NoDeployment() {
  const mayCreate = usePermission('DeploymentCreate');
  if (!mayCreate)
    return (
      <MessageState
        icon={IconDatabaseOff}
        title={t('deployments.noneOfYours')}
        text={t('deployments.noneOfYoursText')}
      />
    );
  return (
    <MessageState icon={IconDatabasePlus} title={t('deployments.none')} text={t('deployments.noneText')}>
      <div className={styles.form}>
        <CreateDeploymentForm />
      </div>
    </MessageState>
  );
}
