import type { SourceLocation, Problems } from '../files/model-file.ts';

/**
 * Reports everything that has the name of something before it. `what` is that of which each needs a name of its own.
 */
export function refuseSameNames(
  named: readonly { readonly name: string; readonly location: SourceLocation }[],
  what: string,
  problems: Problems,
): void {
  const first = new Map<string, SourceLocation>();
  for (const { name, location } of named) {
    const other = first.get(name);
    if (other)
      problems.add(
        location,
        `There are two of the name ${name}; each ${what} needs its own`,
        `The other is in ${other.file}, line ${other.line}.`,
      );
    else first.set(name, location);
  }
}
