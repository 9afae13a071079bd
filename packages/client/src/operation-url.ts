/** What an address is made with. */
export interface AddressInput {
  params?: object | undefined;
  query?: object | undefined;
}

/** The address of an operation below a server's: path parameters filled in, query parameters behind. */
export function operationUrl(path: string, { params = {}, query = {} }: AddressInput): string {
  return `${fillPath(path, params)}${toQuery(query)}`;
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
