import { ActionIcon, Button, Group, Input, Select, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { GroupRoleMapping } from '@oriel/contract';
import { MAX_NAME_LENGTH, MAX_ROLE_MAPPINGS } from '@oriel/contract/limits';
import { t } from '../../messages/console-texts.ts';
import { issueOf } from '../api/error-kind.ts';

interface RolesByGroupProps {
  mappings: readonly GroupRoleMapping[];
  roleNames: readonly string[];
  /** Why the last save was refused. */
  error: Error | null;
  onChange(mappings: GroupRoleMapping[]): void;
}

/** Rows of a group and a role, which can be added and removed. */
export function RolesByGroup({ mappings, roleNames, error, onChange }: RolesByGroupProps) {
  const changeAt = (index: number, change: Partial<GroupRoleMapping>) =>
    onChange(mappings.map((each, at) => (at === index ? { ...each, ...change } : each)));
  return (
    <Input.Wrapper
      label={t('provisioning.byGroup')}
      description={t('provisioning.byGroupHint')}
      labelElement="div"
    >
      <Stack gap="xs" mt="xs" align="flex-start">
        {mappings.map((mapping, index) => (
          <MappingRow
            // Rows have no identity but their place; all that they show is given.
            key={index}
            mapping={mapping}
            number={index + 1}
            roleNames={roleNames}
            error={issueOf(error, `roleByGroup[${index}].role`)}
            onChange={(change) => changeAt(index, change)}
            onRemove={() => onChange(mappings.filter((_, at) => at !== index))}
          />
        ))}
        <Button
          variant="default"
          size="xs"
          disabled={mappings.length >= MAX_ROLE_MAPPINGS}
          onClick={() => onChange([...mappings, { group: '', role: 'Viewer' }])}
        >
          {t('provisioning.add')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

interface MappingRowProps {
  mapping: GroupRoleMapping;
  /** Counted from 1. */
  number: number;
  roleNames: readonly string[];
  error: string | undefined;
  onChange(change: Partial<GroupRoleMapping>): void;
  onRemove(): void;
}

function MappingRow({ mapping, number, roleNames, error, onChange, onRemove }: MappingRowProps) {
  const data = roleNames.includes(mapping.role) ? [...roleNames] : [...roleNames, mapping.role];
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" w="100%">
      <TextInput
        flex={1}
        aria-label={t('provisioning.group', { count: number })}
        placeholder={t('provisioning.groupExample')}
        required
        maxLength={MAX_NAME_LENGTH}
        value={mapping.group}
        onChange={(event) => onChange({ group: event.target.value })}
      />
      <Select
        flex={1}
        aria-label={t('provisioning.role', { count: number })}
        allowDeselect={false}
        data={data}
        value={mapping.role}
        error={error}
        onChange={(role) => role !== null && onChange({ role })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('provisioning.remove', { count: number })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
