import { emptyRecord } from '../definitions/empty-record.ts';
import type { Dimension, DimensionLink } from '../definitions/model.ts';
import type { FunctionName } from '../language/functions.ts';
import type { CallPart, SqlTemplate, SqlTemplatePart } from '../sql-template/sql-template.ts';

/**
 * The dimensions that a dimension's links stand for: one for each link, a text with the whole address. They are made by
 * the compiler, beside those of the author.
 */
export function linkDimensions(dimension: Dimension): Dimension[] {
  return (dimension.links ?? []).map((link) => ({
    kind: 'dimension',
    name: linkDimensionName(dimension.name, link.name),
    title: `${dimension.title} ${link.label}`,
    isPublic: dimension.isPublic,
    location: dimension.location,
    type: 'string',
    value: { kind: 'sql', sql: addressOf(link, dimension) },
    isPrimaryKey: false,
    suggestFilterValues: false,
    granularities: emptyRecord(),
    isSynthetic: true,
  }));
}

/** What the address of a link is called, as a dimension. */
export function linkDimensionName(dimension: string, link: string): string {
  return `${dimension}___link_${link}_url`;
}

/** The address, `?one=`, a value, `&two=`, a value … as one text. */
function addressOf({ target, params }: DimensionLink, { location }: Dimension): SqlTemplate {
  const base: SqlTemplatePart[] =
    target.kind === 'url' ? inParentheses(target.url) : [literal(`/dashboard/${encode(target.dashboard)}`)];
  const query = params.flatMap(({ key, value }, index) => [
    [literal(`${index === 0 ? '?' : '&'}${encode(key)}=`)],
    encodedValue(value),
  ]);
  return { location, parts: query.length === 0 ? base : callOf('concat', [base, ...query]) };
}

function inParentheses({ parts }: SqlTemplate): SqlTemplatePart[] {
  return [text('('), ...parts, text(')')];
}

/** All that means something in an address; the percent sign first, since the others become one. */
const RESERVED = [...'%\t\n\r "#$&+,/:;<=>?@[\\]^`{|}'];

/**
 * Percent-encoding by nothing but `replace`, which every database has. Letters beyond ASCII stay as they are, as in an
 * IRI (RFC 3987); the browser that opens the address encodes them. A null gives an empty value.
 */
function encodedValue(value: SqlTemplate): SqlTemplatePart[] {
  const asText = callOf('to_text', [value.parts]);
  const known: SqlTemplatePart[] = [text('coalesce('), ...asText, text(', '), literal(''), text(')')];
  return RESERVED.reduce(
    (encoded, character) => callOf('replace', [encoded, [literal(character)], [literal(encode(character))]]),
    known,
  );
}

function encode(value: string): string {
  return encodeURIComponent(value);
}

function callOf(name: FunctionName, args: readonly (readonly SqlTemplatePart[])[]): SqlTemplatePart[] {
  const mark = (at: CallPart['at']): SqlTemplatePart => ({ kind: 'call', name, at });
  const list = args.flatMap((entry, index) => (index === 0 ? entry : [mark('next'), ...entry]));
  return [mark('begin'), ...list, mark('end')];
}

function literal(value: string): SqlTemplatePart {
  return { kind: 'literal', value };
}

function text(value: string): SqlTemplatePart {
  return { kind: 'text', text: value };
}
