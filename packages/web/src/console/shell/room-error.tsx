import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { MessageState } from '../states.tsx';

/** What a room shows that broke while it was drawn, or whose program could not be loaded. */
export function RoomError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <MessageState
      title="This page could not be shown"
      text={error instanceof Error ? error.message : String(error)}
    >
      <Button
        mt="xs"
        variant="light"
        onClick={() => {
          reset();
          void router.invalidate();
        }}
      >
        Try again
      </Button>
    </MessageState>
  );
}
