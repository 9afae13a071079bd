import { html, type Html, type Part } from './html.ts';
import { referenceOf, type ShownSchema } from './reference-document.ts';

/** Where the page of a named schema is. */
export const schemaAddress = (name: string) => `/docs/api/schemas/${name}`;

/** The type of a value in a few words; a named schema is a link to its page. */
export function typeHtml(schema: ShownSchema): Html {
  const name = referenceOf(schema);
  if (name !== undefined)
    return html`<a href="${schemaAddress(name)}">${name}</a>${isNullable(schema) && ' or null'}`;
  if (schema.anyOf) {
    const forms = schema.anyOf.filter(({ type }) => type !== 'null');
    return html`${joined(forms.map(typeHtml), ' or ')}${isNullable(schema) && ' or null'}`;
  }
  return html`${joined(
    [schema.type ?? []].flat().map((type) => typeName(type, schema)),
    ' or ',
  )}`;
}

function typeName(type: string, { items, format, enum: values }: ShownSchema): Part {
  if (type === 'array') return items ? html`list of ${typeHtml(items)}` : 'list';
  if (type === 'string' && format !== undefined) return `string (${format})`;
  return type === 'string' && values ? 'one of' : type;
}

function joined(parts: readonly Part[], separator: string): Part[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}

function isNullable({ anyOf = [] }: ShownSchema): boolean {
  return anyOf.some(({ type }) => type === 'null');
}

/** What the fields of a field are of: the schema itself, the entries of its list, or of its map. */
export function innerOf(schema: ShownSchema): ShownSchema {
  if (schema.items) return innerOf(schema.items);
  if (typeof schema.additionalProperties === 'object') return innerOf(schema.additionalProperties);
  const forms = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = forms;
  return only && forms.length === 1 ? innerOf(only) : schema;
}

/**
 * The rules that a value keeps, a few words each.
 *
 * @param schema of the value itself, whatever name it has
 * @param used where it is used, which may have a default of its own
 */
export function boundsOf(schema: ShownSchema, used: ShownSchema): Part[] {
  const { minimum, maximum, multipleOf, minLength, maxLength, minItems, maxItems, pattern, uniqueItems } =
    schema;
  const fallback = used.default ?? schema.default;
  return [
    fallback !== undefined && html`default <code>${JSON.stringify(fallback)}</code>`,
    ...(schema.enum ?? [])
      .filter((value) => value !== null)
      .map((value) => html`<code>${String(value)}</code>`),
    schema.const !== undefined && html`<code>${JSON.stringify(schema.const)}</code>`,
    range('', minimum === 0 && maximum === undefined ? undefined : minimum, maximum),
    multipleOf !== undefined && `a multiple of ${multipleOf}`,
    range('characters', minLength, maxLength),
    range('entries', minItems, maxItems),
    uniqueItems && 'each once',
    pattern !== undefined && html`matches <code>${pattern}</code>`,
  ].filter((bound) => bound !== false && bound !== undefined);
}

const number = new Intl.NumberFormat('en');

function range(unit: string, least: number | undefined, most: number | undefined): string | undefined {
  const [from, to] = [least, most].map((bound) => bound !== undefined && number.format(bound));
  const words =
    from && to ? `${from} to ${to}` : from ? `at least ${from}` : to ? `at most ${to}` : undefined;
  return words === undefined ? undefined : `${words} ${unit}`.trim();
}
