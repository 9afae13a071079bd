import type { FilterParam, SqlTemplate, SqlTemplatePart } from './sql-template.ts';

/** An SQL template as an author would write it. */
export function printSqlTemplate({ parts }: SqlTemplate): string {
  return parts.map(partText).join('');
}

function partText(part: SqlTemplatePart): string {
  switch (part.kind) {
    case 'text':
      return part.text.replaceAll(/[{}]/g, (brace) => `\\${brace}`);
    case 'reference':
      return `{${part.path.join('.')}${part.isSql ? '.sql()' : ''}}`;
    case 'filter-param':
      return `{${paramText(part)}}`;
    case 'filter-group':
      return `{FILTER_GROUP(${part.params.map(paramText).join(', ')})}`;
    case 'context-value': {
      const use = { filter: 'filter', 'required-filter': 'requiredFilter', 'unsafe-value': 'unsafeValue' }[
        part.use
      ];
      const column = part.column === undefined ? '' : quote(part.column);
      return `{SECURITY_CONTEXT.${part.path.join('.')}.${use}(${column})}`;
    }
    case 'value':
      return `'${part.value.replaceAll("'", "''")}'`;
    case 'literal':
      return `'${part.value.replaceAll("'", "''")}'`;
    case 'call':
      return { begin: `${part.name}(`, next: ', ', end: ')' }[part.at];
    case 'convert-tz':
      return `{SQL_UTILS.convertTz(${quote(part.column)})}`;
    default:
      return part satisfies never;
  }
}

function paramText({ member, target }: FilterParam): string {
  const argument = target.kind === 'column' ? quote(target.sql) : lambdaText(target.parts);
  return `FILTER_PARAMS.${member}.filter(${argument})`;
}

function lambdaText(parts: readonly (string | number)[]): string {
  const count = Math.max(0, ...parts.filter((part) => typeof part === 'number')) + 1;
  const names = Array.from({ length: count }, (_, index) => `v${index}`);
  const body = parts.map((part) => (typeof part === 'number' ? names[part] : quote(part))).join(' + ');
  return `lambda ${names.join(', ')}: ${body || "''"}`;
}

function quote(text: string): string {
  const escaped = text.replaceAll(/['\\]/g, (character) => `\\${character}`).replaceAll('\n', '\\n');
  return `'${escaped}'`;
}
