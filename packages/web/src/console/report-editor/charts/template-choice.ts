import type { HtmlSpec } from '@oriel/contract';
import { cellOf, type ChartColumn } from './chart-column.ts';

/** A template that shows each row with its columns, for an author to begin with. */
export function firstTemplate(columns: readonly ChartColumn[]): string {
  const values = columns.map((column) => `  <td>${placeholderOf(column)}</td>`);
  const titles = columns.map(({ title }) => `  <th>${escaped(title)}</th>`);
  return [
    '<table>',
    '<tr>',
    ...titles,
    '</tr>',
    '{{#each data}}',
    '<tr>',
    ...values,
    '</tr>',
    '{{/each}}',
    '</table>',
  ].join('\n');
}

/** How a template writes the value of a column, within `{{#each data}}`. */
export function placeholderOf(column: ChartColumn): string {
  const value = `this.[${cellOf(column)}]`;
  const helper = { measure: 'formatNumber ', time: 'formatDate ', dimension: '' }[column.kind];
  return `{{${helper}${value}}}`;
}

const escaped = (text: string) => text.replaceAll(/[&<>{}]/g, (sign) => `&#${sign.codePointAt(0)};`);

/** The text of a template. */
export const templateIn = (html: string | HtmlSpec): string =>
  typeof html === 'string' ? html : (html.template ?? '');

/** A specification with another template; how its crosstab lies is kept. */
export const withTemplate = (html: string | HtmlSpec, template: string): string | HtmlSpec =>
  typeof html === 'string' ? template : { ...html, template };
