import { Button, Group, Stack, TextInput } from '@mantine/core';
import { MAX_NAME_LENGTH } from '@oriel/contract/limits';
import { useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../elements/dialog.tsx';

interface FileNameDialogProps {
  /** Empty for a new file. */
  initial: string;
  faultOf(name: string): 'name' | 'taken' | undefined;
  onName(name: string): void;
  onClose(): void;
}

/** Asks for the name of a file, and says why one is not possible. */
export function FileNameDialog({ initial, faultOf, onName, onClose }: FileNameDialogProps) {
  const [name, setName] = useState(initial);
  const fault = name === initial ? undefined : faultOf(name);
  const problems = { name: t('appEditor.nameRule'), taken: t('appEditor.nameTaken', { name }) } as const;
  return (
    <Dialog onClose={onClose} title={t(initial === '' ? 'appEditor.add' : 'appEditor.rename')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (faultOf(name) === undefined) onName(name);
        }}
      >
        <Stack>
          <TextInput
            label={t('appEditor.name')}
            description={t('appEditor.nameHint')}
            data-autofocus
            required
            maxLength={MAX_NAME_LENGTH}
            value={name}
            error={fault && problems[fault]}
            onChange={(event) => setName(event.target.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" disabled={faultOf(name) !== undefined}>
              {t(initial === '' ? 'action.create' : 'action.rename')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
