import type { User } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { ConfirmDialog } from '../settings/confirm-dialog.tsx';
import { nameOf, useDeleteUser, useResetSecondFactors, useUpdateUser } from './people-api.ts';

/** What is asked about before it is done. */
export type ConfirmedAction = 'deactivate' | 'delete' | 'factors';

interface ConfirmUserDialogProps {
  action: ConfirmedAction;
  user: User;
  onClose(): void;
}

/** Asks before access is taken from a user, and says what becomes of what they have. */
export function ConfirmUserDialog({ action, user, onClose }: ConfirmUserDialogProps) {
  const update = useUpdateUser();
  const remove = useDeleteUser();
  const reset = useResetSecondFactors();
  const name = nameOf(user);
  if (action === 'factors')
    return (
      <ConfirmDialog
        title={t('people.factorsTitle', { name })}
        text={t('people.factorsText')}
        action={t('people.resetFactors')}
        mutation={reset}
        input={user.id}
        onClose={onClose}
      />
    );
  return action === 'delete' ? (
    <ConfirmDialog
      title={t('people.deleteTitle', { name })}
      text={t('people.deleteText')}
      action={t('action.delete')}
      mutation={remove}
      input={user.id}
      onClose={onClose}
    />
  ) : (
    <ConfirmDialog
      title={t('people.deactivateTitle', { name })}
      text={t('people.deactivateText')}
      action={t('people.deactivate')}
      mutation={update}
      input={{ userId: user.id, isDeactivated: true }}
      onClose={onClose}
    />
  );
}
