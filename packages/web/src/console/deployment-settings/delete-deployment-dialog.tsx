import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from '../settings/failure-alert.tsx';
import { useDeploymentChanges } from './deployment-api.ts';
import { Dialog } from '../elements/dialog.tsx';

interface DeleteDeploymentDialogProps {
  deploymentId: number;
  name: string;
  onClose(): void;
}

/** Asks for the name before everything of a deployment is deleted: nothing brings it back. */
export function DeleteDeploymentDialog({ deploymentId, name, onClose }: DeleteDeploymentDialogProps) {
  const [typed, setTyped] = useState('');
  const { remove } = useDeploymentChanges(deploymentId);
  return (
    <Dialog onClose={onClose} title={t('deploymentSettings.delete.title', { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) remove.mutate();
        }}
      >
        <Stack>
          <Text>{t('deploymentSettings.delete.text')}</Text>
          <TextInput
            label={t('deploymentSettings.delete.type', { name })}
            data-autofocus
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <FailureAlert error={remove.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              type="submit"
              color="red.9"
              disabled={typed !== name}
              loading={remove.isPending || remove.isSuccess}
            >
              {t('deploymentSettings.delete.action')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
