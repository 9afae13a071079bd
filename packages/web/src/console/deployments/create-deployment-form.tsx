import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { t } from '../../messages/console-texts.ts';
import { errorKind, issueOf } from '../api/error-kind.ts';
import { sentenceOf } from '../api/error-text.ts';
import { useCreateDeployment } from './use-create-deployment.ts';

interface CreateDeploymentFormProps {
  /** Absent where there is nothing to go back to. */
  onCancel?: () => void;
}

/** Asks for the name of a new deployment, creates it and opens its workspace. */
export function CreateDeploymentForm({ onCancel }: CreateDeploymentFormProps) {
  const [name, setName] = useState('');
  const [isChecked, setChecked] = useState(false);
  const create = useCreateDeployment();
  const problem = nameProblem(name.trim());
  const fieldError = create.isError ? refusalOfName(create.error) : isChecked ? problem : undefined;
  // Until the new workspace has been opened.
  const isBusy = create.isPending || create.isSuccess;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (problem === undefined) create.mutate(name.trim());
      }}
    >
      <Stack ta="start">
        <TextInput
          label={t('deployments.create.name')}
          description={t('deployments.create.description')}
          required
          data-autofocus
          disabled={isBusy}
          value={name}
          error={fieldError}
          onChange={(event) => {
            setName(event.target.value);
            create.reset();
          }}
        />
        {create.isError && fieldError === undefined && <Alert color="red">{sentenceOf(create.error)}</Alert>}
        <Group justify="flex-end" gap="xs">
          {onCancel && (
            <Button variant="default" disabled={isBusy} onClick={onCancel}>
              {t('action.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={isBusy}
            aria-label={isBusy ? t('deployments.create.creating') : undefined}
          >
            {t('deployments.create.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What is wrong with a name before anybody is asked. */
function nameProblem(name: string): string | undefined {
  if (name === '') return t('deployments.create.required');
  return name.length > MAX_NAME_LENGTH
    ? t('deployments.create.tooLong', { max: MAX_NAME_LENGTH })
    : undefined;
}

function refusalOfName(error: unknown): string | undefined {
  return errorKind(error) === 'conflict' ? t('deployments.create.taken') : issueOf(error, 'name');
}
