import { Button, Group, Stack, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from './failure-alert.tsx';
import { Dialog } from '../dialog.tsx';

interface FormDialogProps {
  title: string;
  /** What the button that sends the form is called. */
  action: string;
  isBusy: boolean;
  /** What is shown above the buttons; null where a field says it. */
  error: Error | null;
  size?: ModalProps['size'];
  children: ReactNode;
  onSubmit(): void;
  onClose(): void;
}

/** A form over the page: Enter sends it, Escape closes it, and a refusal stays in it. */
export function FormDialog({
  title,
  action,
  isBusy,
  error,
  size = 'md',
  children,
  onSubmit,
  onClose,
}: FormDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} size={size}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack>
          {children}
          <FailureAlert error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
