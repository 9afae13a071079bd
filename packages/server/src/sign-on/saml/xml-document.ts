import { limits } from '@oriel/contract';
import { SamlFault } from './saml-fault.ts';
import { childElements } from './xml-elements.ts';

/**
 * Those of 1,500 groups. Libraries look for ids through all elements, several times: 20,000 of them would hold the
 * server for seconds.
 */
const MAX_TAGS = 3_500;
/** Two of each attribute. */
const MAX_QUOTES = 10_000;
const MAX_DEPTH = 32;

/**
 * `<!` begins document types, comments and CDATA alone; `<?` processing instructions, and the declaration at the very
 * start.
 */
const FORBIDDEN = /<!|(?!^)<\?|^<\?(?!xml\s)/;

/** What XML 1.0 has no place for; NUL and the like are read differently by different parsers. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

/**
 * Parses a document that came from outside. Document types, and with them entities, comments and processing
 * instructions are refused before the parser sees them, so that no two readers of the document can differ on what its
 * texts are.
 *
 * @throws {@link SamlFault} `too_large`, `forbidden_markup`, `malformed`
 */
export async function parseXml(text: string): Promise<Document> {
  if (text.length > limits.MAX_SAML_DOCUMENT_LENGTH) throw new SamlFault('too_large');
  if (CONTROL.test(text)) throw new SamlFault('malformed', 'control characters');
  if (FORBIDDEN.test(text)) throw new SamlFault('forbidden_markup');
  const quotes = count(text, '"') + count(text, "'");
  if (count(text, '<') > MAX_TAGS || quotes > MAX_QUOTES) throw new SamlFault('too_large');
  const { DOMParser } = await import('@xmldom/xmldom');
  const fail = (message: string): never => {
    throw new SamlFault('malformed', message.split('\n')[0]);
  };
  const errorHandler = { warning: fail, error: fail, fatalError: fail };
  const document = parse(() => new DOMParser({ errorHandler }).parseFromString(text, 'text/xml'));
  if (!document?.documentElement) throw new SamlFault('malformed');
  checkDepth(document.documentElement);
  return document;
}

function parse(read: () => Document | undefined): Document | undefined {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof SamlFault) throw cause;
    throw new SamlFault('malformed', undefined, { cause });
  }
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found += 1;
  return found;
}

/** Without recursion: canonicalisation and serialisation of others recurse, and come after this. */
function checkDepth(root: Element): void {
  let level = [root];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new SamlFault('too_large');
    level = level.flatMap(childElements);
  }
}
