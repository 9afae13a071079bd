import type { ShippedLocale } from '@oriel/embed';
import { loadDashboardTexts, t } from '../../messages/dashboard-texts.ts';
import type { sessionEnglish } from '../../messages/english/session-english.ts';

/** What a viewer is told when the surface cannot be shown, in their language. */
export async function sessionText(
  problem: keyof typeof sessionEnglish,
  locale: ShippedLocale,
): Promise<string> {
  await loadDashboardTexts(locale).catch(() => undefined);
  return t(`session.${problem}`);
}
