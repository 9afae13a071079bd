import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MessageState } from '../states.tsx';

/** What an address shows that leads nowhere. */
export function NotFound() {
  return (
    <MessageState
      title="There is nothing here"
      text="The address may be old, or the thing may have been deleted."
    >
      <Button component={Link} to="/workspace" variant="light" mt="xs">
        To the workspace
      </Button>
    </MessageState>
  );
}
