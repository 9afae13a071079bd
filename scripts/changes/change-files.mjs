/** Parts of the changelog by the scope that a file names, in their order. */
export const parts = {
  embedding: 'Embedding',
  dashboards: 'Dashboards and reports',
  agents: 'Agents and chat',
  exports: 'Exports and mail',
  identity: 'Identity',
  modelling: 'Modelling and queries',
  console: 'Workspace and console',
  api: 'API and command line',
  operations: 'Operations',
};

/** What happened, in the order of a part. */
export const kinds = ['security', 'removed', 'changed', 'added', 'fixed'];

export const MAX_LENGTH = 240;

/**
 * Reads a file such as `added(embedding): A dashboard has its title above it.`
 *
 * @returns {{kind: string, part: string, text: string}}
 * @throws {Error} which names the file and what its form is
 */
export function parseChange(file, content) {
  const refuse = (why) => {
    throw new Error(`${file}: ${why}`);
  };
  const [line, ...rest] = content.replace(/\n$/, '').split('\n');
  if (rest.length > 0) refuse('has more than one line');
  const [, kind, scope, text] =
    /^(\w+)\((\w+)\): (.+)$/.exec(line) ?? refuse('is no `KIND(PART): A sentence.`');
  if (!kinds.includes(kind)) refuse(`${kind} is none of ${kinds.join(', ')}`);
  const part = parts[scope] ?? refuse(`${scope} is none of ${Object.keys(parts).join(', ')}`);
  if (text.length > MAX_LENGTH) refuse(`has ${text.length} characters, ${MAX_LENGTH} at most`);
  if (!/^[\p{Lu}`"*]/u.test(text) || !/[.!?]$/.test(text)) refuse('its text is no sentence');
  if (/\bbefore,/i.test(text)) refuse('it tells what was before; the commit does that');
  return { kind, part, text };
}

/** A section of the changelog: the parts that have changes, in order, a line for each change. */
export function formatSection(title, changes) {
  const sections = Object.values(parts).map((part) => {
    const lines = changes
      .filter((change) => change.part === part)
      .toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))
      .map(({ kind, text }) => `- ${kind[0].toUpperCase()}${kind.slice(1)}: ${text}\n`);
    return lines.length > 0 ? `\n### ${part}\n\n${lines.join('')}` : '';
  });
  return `## ${title}\n${sections.join('')}`;
}

/** The changelog with a section above those that it has. */
export function insertSection(changelog, section) {
  const at = changelog.indexOf('\n## ') + 1;
  return at === 0
    ? `${changelog.trimEnd()}\n\n${section}`
    : `${changelog.slice(0, at)}${section}\n${changelog.slice(at)}`;
}
