import { Select, Text } from '@mantine/core';
import { chooseDeployment, useDeployments } from '../api/api.ts';
import { t } from '../../messages/console-texts.ts';
import styles from './shell.module.css';

/** The deployment that the console works in; a choice where there are several. */
export function DeploymentPicker() {
  const { all, current } = useDeployments();
  if (all.length < 2)
    return (
      <Text c="dimmed" truncate>
        {current?.name}
      </Text>
    );
  return (
    <Select
      size="xs"
      aria-label={t('shell.deployment')}
      allowDeselect={false}
      searchable
      classNames={{ input: styles.deployment }}
      title={current?.name}
      // The list is wider than the header field, for long names.
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(current?.id ?? '')}
      onChange={(value) => value && chooseDeployment(Number(value))}
    />
  );
}
