import { autoUpdate, computePosition, flip, offset, shift } from '@floating-ui/dom';
import { resolveLocale, type ShippedLocale } from '@oriel/embed';
import { Suspense, use, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { DayPicker, type DayPickerLocale, type Matcher } from 'react-day-picker';
import { enUS } from 'react-day-picker/locale/en-US';
import 'react-day-picker/style.css';
import { pageLanguage } from '../../messages/language.ts';
import { createTranslationLoader } from '../../messages/translation/translation-loader.ts';
import styles from './date-input.module.css';
import { ZoneContext } from './zone-context.ts';

export interface CalendarProps {
  /** It stands beneath this, or above where there is no room. */
  button: RefObject<HTMLElement | null>;
  /** `YYYY-MM-DD`, or empty. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  onChoose(date: string): void;
}

/** Years before and after this one that the menu of years offers. */
const YEARS_BEFORE = 100;
const YEARS_AFTER = 10;
/** Pixels between the calendar and what is around it. */
const GAP = 6;

/** The days of a month in the page's language, from its first day of the week on. */
export function Calendar(props: CalendarProps) {
  // One while it is open: what could not be loaded is tried again when it is opened the next time.
  const [locale] = useState(() => localeOf(resolveLocale(pageLanguage()) ?? 'en-US'));
  return (
    <Suspense>
      <Panel {...props} loadedLocale={locale} />
    </Suspense>
  );
}

interface PanelProps extends CalendarProps {
  loadedLocale: Promise<DayPickerLocale>;
}

function Panel({ button, value, min, max, onChoose, loadedLocale }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const locale = use(loadedLocale);
  const zoneOf = use(ZoneContext);
  const [today] = useState(() => dayOf(dayIn(zoneOf())) ?? new Date());
  useLayoutEffect(() => {
    const [at, element] = [button.current, panel.current];
    if (!at || !element) return undefined;
    return autoUpdate(at, element, () => {
      const middleware = [offset(GAP), flip({ padding: GAP }), shift({ padding: GAP })];
      void computePosition(at, element, { placement: 'bottom-end', middleware }).then(({ x, y }) =>
        Object.assign(element.style, { left: `${x}px`, top: `${y}px` }),
      );
    });
  }, [button]);
  const selected = dayOf(value);
  const [first, last] = [dayOf(min), dayOf(max)];
  const outside: Matcher[] = [...(first ? [{ before: first }] : []), ...(last ? [{ after: last }] : [])];
  const year = today.getFullYear();
  return (
    <div className={styles.panel} ref={panel}>
      <DayPicker
        mode="single"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- who opens a calendar chooses a day by keyboard
        autoFocus
        captionLayout="dropdown"
        locale={locale}
        today={today}
        {...(selected && { selected, defaultMonth: selected })}
        startMonth={new Date(Math.min(year - YEARS_BEFORE, selected?.getFullYear() ?? year), 0)}
        endMonth={new Date(Math.max(year + YEARS_AFTER, selected?.getFullYear() ?? year), 11)}
        disabled={outside}
        onDayClick={(day, { disabled }) => !disabled && onChoose(dateOf(day))}
      />
    </div>
  );
}

/** The start of a date where the browser is, as the calendar wants it. */
function dayOf(date: string | undefined): Date | undefined {
  const [year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})$/
      .exec(date ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  return year === undefined || month === undefined ? undefined : new Date(year, month - 1, day);
}

/** The date of now in a zone. */
function dayIn(timeZone: string | undefined): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .formatToParts(new Date())
    .map(({ type, value }) => [type, value] as const);
  const { year, month, day } = Object.fromEntries(parts);
  return `${year}-${month}-${day}`;
}

function dateOf(day: Date): string {
  const [year, month, date] = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
}

/**
 * English that says a day by its number as it stands on the button, so that who speaks to the page can name what they
 * see (WCAG 2.5.3): the library's has "1st" where the button has "1".
 */
const english: DayPickerLocale = { ...enUS, localize: { ...enUS.localize, ordinalNumber: String } };

const loadLocale = createTranslationLoader<DayPickerLocale>({
  'de-DE': async () => (await import('react-day-picker/locale/de')).de,
  'es-ES': async () => (await import('react-day-picker/locale/es')).es,
  'es-MX': async () => (await import('react-day-picker/locale/es')).es,
  'fr-FR': async () => (await import('react-day-picker/locale/fr')).fr,
  'it-IT': async () => (await import('react-day-picker/locale/it')).it,
  'ja-JP': async () => (await import('react-day-picker/locale/ja')).ja,
  'nb-NO': async () => (await import('react-day-picker/locale/nb')).nb,
  'pt-BR': async () => (await import('react-day-picker/locale/pt-BR')).ptBR,
  'pt-PT': async () => (await import('react-day-picker/locale/pt')).pt,
  'sv-SE': async () => (await import('react-day-picker/locale/sv')).sv,
  'vi-VN': async () => (await import('react-day-picker/locale/vi')).vi,
});
const locales = new Map<ShippedLocale, Promise<DayPickerLocale>>();

/** The words of a locale; English where they cannot be loaded. */
function localeOf(name: ShippedLocale): Promise<DayPickerLocale> {
  const known = locales.get(name);
  if (known) return known;
  const found = loadLocale(name).then(
    (locale) => locale ?? english,
    () => {
      locales.delete(name);
      return english;
    },
  );
  locales.set(name, found);
  return found;
}
