import { withComparedTitles } from '@oriel/dashboard/compared-titles';
import type { QueryResult } from '@oriel/dashboard/query-result';
import { shownColumns } from '@oriel/dashboard/shown-columns';
import { escapeHtml } from '../../mail/escape-html.ts';
import { fillCount, mailLocale, mailTexts } from '../../mail/texts/mail-texts.ts';
import type { NotificationTexts } from '../../mail/texts/mail-text-types.ts';
import type { ChartAnswer } from '../../rendering/chart-answers.ts';
import { cellText } from './cell-text.ts';
import { chartCause } from './chart-cause.ts';

/** Rows that a message shows of each chart; the file that is attached has all. */
const SHOWN_ROWS = 20;

/** The numbers of a chart as HTML, in the language `locale`: a figure for a single value, else a table. */
export function chartHtml({ title, result, code }: ChartAnswer, locale: string): string {
  const texts = mailTexts[mailLocale(locale)].notification;
  const heading = `<h2 dir="auto" style="font-size:16px;margin:24px 0 8px">${escapeHtml(title)}</h2>`;
  if (!result)
    return `${heading}<p style="color:#c92a2a;margin:0">${escapeHtml(failureText(texts, code))}</p>`;
  if (result.rows.length === 0)
    return `${heading}<p style="color:#5c636a;margin:0">${escapeHtml(texts.noRows)}</p>`;
  const keys = shownColumns(result);
  const isFigure = result.rows.length === 1 && keys.length === 1;
  return heading + (isFigure ? figure(result, keys[0] ?? '', locale) : table(result, keys, locale));
}

function failureText(texts: NotificationTexts, code: string | undefined): string {
  return `${texts.failed} ${texts.causes[chartCause(code)]}`;
}

function moreRows(count: number, locale: string): string {
  const language = mailLocale(locale);
  return fillCount(mailTexts[language].notification.moreRows, count, language);
}

/** The same as plain text. */
export function chartText({ title, result, code }: ChartAnswer, locale: string): string {
  const texts = mailTexts[mailLocale(locale)].notification;
  if (!result) return [title, failureText(texts, code)].join('\n');
  const keys = shownColumns(result);
  const lines = result.rows
    .slice(0, SHOWN_ROWS)
    .map((row) => textsOf(result, row, { keys, locale }).join(' | '));
  return [title, ...(lines.length === 0 ? [texts.noRows] : lines)].join('\n');
}

function figure(result: QueryResult, key: string, locale: string): string {
  const [text = ''] = textsOf(result, result.rows[0] ?? {}, { keys: [key], locale });
  return `<p style="font-size:30px;font-weight:600;margin:0">${escapeHtml(text)}</p>`;
}

function table(result: QueryResult, keys: readonly string[], locale: string): string {
  const cell = (tag: 'th' | 'td', text: string, isNumber: boolean) =>
    `<${tag} dir="auto" style="border-bottom:1px solid #dee2e6;padding:6px 8px;text-align:${isNumber ? 'right' : 'left'};vertical-align:top">${escapeHtml(text)}</${tag}>`;
  const isNumber = keys.map((key) => result.columns[key]?.type === 'number');
  const row = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text, index) => cell(tag, text, isNumber[index] ?? false)).join('')}</tr>`;
  const columns = withComparedTitles(result.columns, locale);
  const titles = keys.map((key) => columns[key]?.shortTitle ?? key);
  const rows = result.rows
    .slice(0, SHOWN_ROWS)
    .map((each) => row('td', textsOf(result, each, { keys, locale })));
  const rest = result.rows.length - SHOWN_ROWS;
  const more =
    rest > 0
      ? `<p style="color:#5c636a;font-size:13px;margin:6px 0 0">${escapeHtml(moreRows(rest, locale))}</p>`
      : '';
  return `<table cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-size:14px;width:100%">${row('th', titles)}${rows.join('')}</table>${more}`;
}

function textsOf(
  { columns }: QueryResult,
  row: QueryResult['rows'][number],
  { keys, locale }: { readonly keys: readonly string[]; readonly locale: string },
): string[] {
  return keys.map((key) => cellText(row[key], { key, annotation: columns[key], locale }));
}
