import { html, prose, type Html, type Part } from './html.ts';
import { referenceOf, type ReferenceDocument, type ShownSchema } from './reference-document.ts';
import { boundsOf, innerOf, typeHtml } from './type-html.ts';

type Schemas = ReferenceDocument['schemas'];

/** How deep fields of fields unfold in place; what lies deeper is a link to the page of its schema. */
const MAX_DEPTH = 2;

/** A field, a parameter or a header: its name, type, rules and meaning. */
interface ShownField {
  name: string;
  schema: ShownSchema;
  isRequired?: boolean;
  description?: string | undefined;
  isDeprecated?: boolean | undefined;
}

/** The fields of a body, an answer or a named schema; a note where it is no object. */
export function schemaHtml(schema: ShownSchema, schemas: Schemas, depth = 0): Html {
  const resolved = resolve(schema, schemas);
  if (resolved.items)
    return html`<p class="note">A list of:</p>
      ${schemaHtml(resolved.items, schemas, depth)}`;
  const cases = resolved.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const fields = fieldsOf(resolved);
  if (fields.length === 0 && cases.length === 0) return html`<p class="note">${typeHtml(schema)}</p>`;
  return html`${fieldsHtml(fields, schemas, depth)}${cases.map((each) =>
    nestedHtml(html`One form: ${typeHtml(each)}`, each, schemas, depth),
  )}${casesHtml(resolved, schemas, depth)}`;
}

/** A list of fields; nothing for none. */
export function fieldsHtml(fields: readonly ShownField[], schemas: Schemas, depth = 0): Part {
  if (fields.length === 0) return undefined;
  return html`<ul class="fields">
    ${fields.map((field) => fieldHtml(field, schemas, depth))}
  </ul>`;
}

function fieldsOf({ properties = {}, required = [] }: ShownSchema): ShownField[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
    description: schema.description,
    isDeprecated: schema.deprecated,
  }));
}

function fieldHtml(field: ShownField, schemas: Schemas, depth: number): Html {
  const { name, schema, isRequired, description, isDeprecated } = field;
  const bounds = boundsOf(resolve(schema, schemas), schema);
  return html`<li>
    <div class="field">
      <code class="key">${name}</code> <span class="type">${typeHtml(schema)}</span>
      ${isRequired && html`<span class="required">required</span>`}
      ${isDeprecated && html`<span class="deprecated">deprecated</span>`}
    </div>
    ${description !== undefined && html`<p>${prose(description)}</p>`}
    ${bounds.length > 0 && html`<p class="bounds">${bounds.map((bound) => html`<span>${bound}</span>`)}</p>`}
    ${unfoldHtml(schema, schemas, depth)}
  </li>`;
}

/** The fields of a field, folded; nothing for what has none or lies too deep. */
function unfoldHtml(schema: ShownSchema, schemas: Schemas, depth: number): Part {
  const inner = innerOf(schema);
  const resolved = resolve(inner, schemas);
  const hasFields = fieldsOf(resolved).length > 0 || resolved.allOf !== undefined;
  const hasForms = (resolved.anyOf ?? []).some(
    (each) => fieldsOf(resolve(innerOf(each), schemas)).length > 0,
  );
  if (depth >= MAX_DEPTH || (!hasFields && !hasForms)) return undefined;
  return nestedHtml('Fields', inner, schemas, depth);
}

function nestedHtml(title: Part, schema: ShownSchema, schemas: Schemas, depth: number): Part {
  const resolved = resolve(innerOf(schema), schemas);
  if (fieldsOf(resolved).length === 0 && !resolved.anyOf && !resolved.allOf)
    return html`<p class="note">${title}</p>`;
  return html`<details class="nested">
    <summary>${title}</summary>
    ${schemaHtml(resolved, schemas, depth + 1)}
  </details>`;
}

/** What holds for some objects only, by the value of one of their fields. */
function casesHtml({ allOf = [] }: ShownSchema, schemas: Schemas, depth: number): Part {
  if (depth >= MAX_DEPTH) return undefined;
  return allOf.map(({ if: condition, then }) => {
    const [name, value] = Object.entries(condition?.properties ?? {})[0] ?? [];
    if (name === undefined || !then) return undefined;
    const title = html`Where <code>${name}</code> is <code>${JSON.stringify(value?.const)}</code>`;
    return nestedHtml(title, then, schemas, depth);
  });
}

/** A schema itself in the place of a reference to it. */
function resolve(schema: ShownSchema, schemas: Schemas): ShownSchema {
  const name = referenceOf(schema);
  return name === undefined ? schema : (schemas[name] ?? schema);
}
