import { operationAddress, type ReferenceDocument } from './reference-document.ts';
import { schemaAddress } from './type-html.ts';

/** What the search of the pages looks through. */
interface SearchEntry {
  address: string;
  title: string;
  /** The method of an operation; of a schema, that it is one. */
  kind: string;
  /** The path of an operation, or what a schema is. */
  detail: string;
  /** Further words that it is found by. */
  words: string;
}

/** Every operation, then every schema. */
export function searchIndex({ tags, schemas }: ReferenceDocument): SearchEntry[] {
  const operations = tags.flatMap((tag) =>
    tag.operations.map((operation) => ({
      address: operationAddress(tag, operation),
      title: operation.summary,
      kind: operation.method,
      detail: operation.path,
      words: `${operation.operationId} ${tag.name}`,
    })),
  );
  const named = Object.entries(schemas).map(([name, { description = '' }]) => ({
    address: schemaAddress(name),
    title: name,
    kind: 'schema',
    detail: description.replaceAll('`', ''),
    words: '',
  }));
  return [...operations, ...named];
}
