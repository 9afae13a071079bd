import { Alert, Button, Group } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../../messages/console-texts.ts';
import { Dialog } from '../elements/dialog.tsx';
import { sentenceOf } from '../api/error-text.ts';
import { LoadingState } from '../elements/states.tsx';

interface ShareDialogFrameProps<Access> {
  title: string;
  access: UseQueryResult<Access>;
  onClose(): void;
  /** What is changed, once it is known who has access. */
  children(access: Access): ReactNode;
}

/** A dialog about who has access to something, from the reading of that on. */
export function ShareDialogFrame<Access>({
  title,
  access,
  onClose,
  children,
}: ShareDialogFrameProps<Access>) {
  return (
    <Dialog onClose={onClose} title={title} size="lg">
      {access.data !== undefined ? (
        <Arrived>{children(access.data)}</Arrived>
      ) : access.isError ? (
        <Failure error={access.error} />
      ) : (
        <LoadingState />
      )}
    </Dialog>
  );
}

/** What comes after the dialog has opened, and has the focus from then on. */
function Arrived({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return <div ref={place}>{children}</div>;
}

interface ShareActionsProps {
  /** The change as it is saved. */
  share: { readonly isPending: boolean; readonly isError: boolean; readonly error: unknown };
  onSave(): void;
  onClose(): void;
}

/** The end of such a dialog: why the change was not saved, and the buttons that save it or leave it. */
export function ShareActions({ share, onSave, onClose }: ShareActionsProps) {
  return (
    <>
      {share.isError && <Failure error={share.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button loading={share.isPending} onClick={onSave}>
          {t('share.save')}
        </Button>
      </Group>
    </>
  );
}

function Failure({ error }: { error: unknown }) {
  return (
    <Alert color="red" role="alert">
      {sentenceOf(error)}
    </Alert>
  );
}
