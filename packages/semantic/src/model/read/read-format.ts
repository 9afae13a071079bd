import type { Fields } from '../yaml/fields.ts';
import { formatHint, parseFormat, type FormattedAs, type MemberFormat } from '../language/formats.ts';
import type { Problems } from '../files/model-file.ts';

/** Reads `format`; one that does not fit the type is a problem. */
export function readFormat(
  fields: Fields,
  as: FormattedAs,
  what: string,
  problems: Problems,
): { format?: MemberFormat } {
  const data = fields.data('format');
  if (data === undefined) return {};
  const format = parseFormat(data, as);
  if (format === undefined)
    problems.add(
      fields.locationOf('format'),
      `${what} cannot have the format ${JSON.stringify(data)}`,
      formatHint(as),
    );
  return format === undefined ? {} : { format };
}

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

/** The code of a currency, in capitals; of numbers only. */
export function readCurrency(
  fields: Fields,
  as: FormattedAs,
  what: string,
  problems: Problems,
): { currency?: string } {
  const currency = fields.text('currency')?.toUpperCase();
  if (currency === undefined) return {};
  if (as !== 'number')
    problems.add(fields.locationOf('currency'), `${what} has a currency but is no number`, 'Take it out.');
  else if (!CURRENCIES.has(currency))
    problems.add(
      fields.locationOf('currency'),
      `${JSON.stringify(currency)} is no currency`,
      'Write its code of three letters, such as EUR.',
    );
  return { currency };
}
