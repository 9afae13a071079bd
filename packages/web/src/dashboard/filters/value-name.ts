import { t } from '../../messages/dashboard-texts.ts';
import type { MemberType } from './filter-conditions.ts';
import { truthText } from '../formats/format.ts';

/** A value of a filter as it is shown; the empty text and truth values have names. */
export function valueName(value: string, type: MemberType | undefined): string {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return truthText(value === 'true');
  return value === '' ? t('values.empty') : value;
}
