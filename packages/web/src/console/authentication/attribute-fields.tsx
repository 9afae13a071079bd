import { ActionIcon, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';
import type { AttributeByClaim } from '@oriel/contract';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '../../messages/console-texts.ts';

interface AttributeFieldsProps {
  value: readonly AttributeByClaim[];
  onChange(value: AttributeByClaim[]): void;
}

/** The attributes of users that claims give their values. */
export function AttributeFields({ value, onChange }: AttributeFieldsProps) {
  const replaceAt = (at: number, ...by: AttributeByClaim[]) =>
    onChange([...value.slice(0, at), ...by, ...value.slice(at + 1)]);
  return (
    <Fieldset legend={t('authentication.form.attributes')}>
      <Stack gap="sm">
        {value.map((entry, at) => (
          // An entry has no identity but its position.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
            <TextInput
              label={t('authentication.form.attributeClaim')}
              required
              flex={1}
              value={entry.claim}
              onChange={(event) => replaceAt(at, { ...entry, claim: event.target.value })}
            />
            <TextInput
              label={t('authentication.form.attribute')}
              required
              flex={1}
              value={entry.attribute}
              onChange={(event) => replaceAt(at, { ...entry, attribute: event.target.value })}
            />
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={t('authentication.form.removeAttribute', { number: at + 1 })}
              onClick={() => replaceAt(at)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="light"
          leftSection={<IconPlus size={16} />}
          onClick={() => onChange([...value, { claim: '', attribute: '' }])}
        >
          {t('authentication.form.addAttribute')}
        </Button>
      </Stack>
    </Fieldset>
  );
}
