import { Alert, type MantineSpacing } from '@mantine/core';
import { sentenceOf } from '../api/error-text.ts';

/** Why the last change was refused or failed; nothing while there is no failure. */
export function FailureAlert({ error, mb }: { error: Error | null; mb?: MantineSpacing }) {
  if (error === null) return null;
  return (
    <Alert color="red" role="alert" {...(mb !== undefined && { mb })}>
      {sentenceOf(error)}
    </Alert>
  );
}
