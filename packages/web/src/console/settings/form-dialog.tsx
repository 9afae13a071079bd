import { Button, Group, Stack, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../../messages/console-texts.ts';
import { FailureAlert } from './failure-alert.tsx';
import { Dialog } from '../elements/dialog.tsx';

interface DialogFormProps {
  /** What the button that sends the form is called. */
  action: string;
  isBusy: boolean;
  /** What is shown above the buttons; null where a field says it. */
  error: Error | null;
  children: ReactNode;
  onSubmit(): void;
  onClose(): void;
}

interface FormDialogProps extends DialogFormProps {
  title: string;
  size?: ModalProps['size'];
}

/** A form over the page: Enter sends it, Escape closes it, and a refusal stays in it. */
export function FormDialog({ title, size = 'md', ...form }: FormDialogProps) {
  return (
    <Dialog onClose={form.onClose} title={title} size={size}>
      <DialogForm {...form} />
    </Dialog>
  );
}

/** The same within a dialog that is there before its fields are. */
export function DialogForm({ action, isBusy, error, children, onSubmit, onClose }: DialogFormProps) {
  return (
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
  );
}
