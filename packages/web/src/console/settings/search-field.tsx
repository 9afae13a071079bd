import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

const TYPING_MS = 250;

/** A text to search for: as it is typed, and as it is sent once typing pauses. */
export function useSearchText() {
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), TYPING_MS);
  return { text, asked, setText };
}

interface SearchFieldProps {
  label: string;
  search: ReturnType<typeof useSearchText>;
}

/** The field above a list. */
export function SearchField({ label, search }: SearchFieldProps) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      maw={360}
      mb="md"
      value={search.text}
      onChange={(event) => search.setText(event.target.value)}
    />
  );
}
