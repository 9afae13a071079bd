import { Switch, Text } from '@mantine/core';
import type { UpdateAppConfigInput } from '@oriel/contract';
import { useId, useState } from 'react';
import { t } from '../../messages/console-texts.ts';
import type { ConfigChanges } from '../api/use-config-changes.ts';

interface ConfigSwitchProps {
  readonly changes: ConfigChanges;
  readonly label: string;
  readonly hint: string;
  /** What a session or an address says of the same. */
  readonly layers: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  /** The change of the settings that a new value is. */
  change(checked: boolean): UpdateAppConfigInput;
}

/** A setting of the account that is saved when it is switched. */
export function ConfigSwitch({
  changes,
  label,
  hint,
  layers,
  checked,
  disabled = false,
  change,
}: ConfigSwitchProps) {
  const hintId = useId();
  const [wanted, setWanted] = useState<boolean>();
  // What is being saved is shown at once; a refusal shows again what holds.
  const shown = changes.mutation.isPending ? (wanted ?? checked) : checked;
  return (
    <Switch
      label={label}
      // Otherwise all of the description were part of the name.
      aria-label={label}
      aria-describedby={hintId}
      description={
        <span id={hintId}>
          {hint}
          <Text span display="block" inherit>
            {layers}
          </Text>
        </span>
      }
      checked={shown}
      disabled={disabled}
      onChange={({ target: { checked: isOn } }) => {
        if (changes.mutation.isPending) return;
        setWanted(isOn);
        const done = t(isOn ? 'account.switchedOn' : 'account.switchedOff', { name: label });
        changes.change(
          done,
          () => change(isOn),
          () => setWanted(undefined),
        );
      }}
    />
  );
}
