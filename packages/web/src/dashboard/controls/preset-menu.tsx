import { t } from '../../messages/dashboard-texts.ts';
import type { FilterValue } from '@oriel/dashboard/control-settings';
import { ChoicesSymbol } from '../elements/menu-symbols.tsx';
import { Menu } from '../elements/menu.tsx';
import { TIME_PRESET_NAMES, TIME_PRESETS } from '../filters/time-presets.ts';

interface PresetMenuProps {
  label: string;
  onChange(value: FilterValue): void;
}

/** The periods that a time is often looked at in. */
export function PresetMenu({ label, onChange }: PresetMenuProps) {
  return (
    <Menu label={t('preset.menu', { label })} symbol={<ChoicesSymbol />}>
      {TIME_PRESET_NAMES.map((name) => (
        <button key={name} type="button" onClick={() => onChange(TIME_PRESETS[name])}>
          {t(`preset.${name}`)}
        </button>
      ))}
    </Menu>
  );
}
