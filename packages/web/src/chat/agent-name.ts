import type { Agent } from '@oriel/contract';
import { t } from '../messages/chat-texts.ts';

/** How an agent is called for people. The one that every deployment has bears a name only where it is configured. */
export function agentName({
  title,
  name,
  isAutomatic,
}: Pick<Agent, 'title' | 'name' | 'isAutomatic'>): string {
  return title ?? (isAutomatic ? t('automaticAgent') : name);
}
