import type { Fields } from '../yaml/fields.ts';
import type { Problems } from '../files/model-file.ts';
import type { DimensionLink } from '../definitions/model.ts';

/** Where a dimension's values lead to. */
export function readLinks(fields: Fields, dimension: string, problems: Problems): DimensionLink[] {
  const links = fields.objects('links').flatMap((entry) => readLink(entry, problems) ?? []);
  const names = links.map(({ name }) => name);
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    problems.add(fields.locationOf('links'), `The dimension ${dimension} has two links of the name ${name}`);
  if (links.filter(({ isPrimary }) => isPrimary).length > 1)
    problems.add(
      fields.locationOf('links'),
      `The dimension ${dimension} has more than one primary link`,
      'Only one can be shown on the value itself.',
    );
  return links;
}

function readLink(fields: Fields, problems: Problems): DimensionLink | undefined {
  const name = fields.name('A link');
  const [label, icon] = [fields.text('label'), fields.text('icon')];
  const [url, dashboard] = [fields.template('url'), fields.text('dashboard')];
  const link = {
    name,
    label: label ?? name,
    ...(icon !== undefined && { icon }),
    opensIn: fields.choice('target', ['blank', 'self']) ?? 'blank',
    isPrimary: fields.boolean('primary') ?? false,
    params: fields.objects('params').flatMap((param) => readParam(param, problems)),
  } as const;
  fields.end(`The link ${name}`);
  if (label === undefined) problems.add(fields.location, `The link ${name} has no label`);
  if ((url === undefined) === (dashboard === undefined)) {
    problems.add(
      fields.location,
      `The link ${name} needs either url or dashboard`,
      'url is SQL: url: "\'https://example.com/orders/\' || {CUBE}.id".',
    );
  }
  if (url) return { ...link, target: { kind: 'url', url } };
  return dashboard === undefined ? undefined : { ...link, target: { kind: 'dashboard', dashboard } };
}

function readParam(fields: Fields, problems: Problems): DimensionLink['params'] {
  const [key, value] = [fields.text('key'), fields.template('value')];
  if (key === undefined || !value)
    problems.add(fields.location, 'A parameter of a link needs key and value', 'The value is SQL.');
  fields.end('A parameter of a link');
  return key !== undefined && value ? [{ key, value }] : [];
}
