import type { ResourceOwner } from '@oriel/contract';
import { t } from '../../messages/console-texts.ts';
import { formatTime } from './format-time.ts';

/** When an item was changed last, and by whom it is owned. */
export function changeText(updatedAt: string, owner: ResourceOwner | null | undefined): string {
  const time = formatTime(updatedAt);
  return owner ? t('item.changedBy', { time, owner: nameOf(owner) }) : t('item.changed', { time });
}

function nameOf({ firstName, email }: ResourceOwner): string {
  return firstName == null || firstName === '' ? email : firstName;
}
