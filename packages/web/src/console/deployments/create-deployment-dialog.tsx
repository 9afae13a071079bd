import { t } from '../../messages/console-texts.ts';
import { CreateDeploymentForm } from './create-deployment-form.tsx';
import { Dialog } from '../elements/dialog.tsx';

/** The form of a new deployment over whatever is shown. */
export function CreateDeploymentDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog onClose={onClose} title={t('deployments.create.title')}>
      <CreateDeploymentForm onCancel={onClose} />
    </Dialog>
  );
}
