import { Stack } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { SaveRow } from './save-row.tsx';
import { SettingsSection } from './settings-section.tsx';

interface SectionFormProps {
  title: string;
  hint: string;
  isChanged: boolean;
  mutation: Pick<UseMutationResult, 'isPending' | 'isSuccess' | 'error'>;
  children: ReactNode;
  onSave(): void;
}

/** A section that is a form with a button of its own. */
export function SectionForm({ title, hint, isChanged, mutation, children, onSave }: SectionFormProps) {
  return (
    <SettingsSection title={title} hint={hint}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        <Stack gap="sm">
          {children}
          <SaveRow
            isChanged={isChanged}
            isBusy={mutation.isPending}
            isSaved={mutation.isSuccess}
            error={mutation.error}
          />
        </Stack>
      </form>
    </SettingsSection>
  );
}
