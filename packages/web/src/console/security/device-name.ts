import Bowser from 'bowser';
import { t } from '../../messages/console-texts.ts';

/** What people call the browser of a `User-Agent` header, such as "Firefox on Linux". */
export function deviceName(userAgent: string | null): string {
  // It takes no empty text.
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} };
  if (!browser.name) return t('security.sessions.unknown');
  return os.name
    ? t('security.sessions.browserOn', { browser: browser.name, system: os.name })
    : browser.name;
}
