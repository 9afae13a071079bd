import { routes, type OperationId } from '@oriel/contract/routes';

/** The address of an operation below a server's: path parameters filled in, query parameters behind. */
export function operationUrl(
  id: OperationId,
  { params = {}, query = {} }: { params?: object | undefined; query?: object | undefined },
): string {
  return `${fillPath(routes[id].path, params)}${toQuery(query)}`;
}

function fillPath(path: string, params: object): string {
  return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
}

/** A list repeats its parameter; what is absent or null is left out. */
function toQuery(query: object): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined && item !== null) search.append(name, String(item));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
