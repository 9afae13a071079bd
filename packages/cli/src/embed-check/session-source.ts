import { NotTried } from './rule-outcomes.ts';

/** Where sessions come from: those that were given, in order, then those that the server generates. */
export function createSessionSource({
  given,
  generate,
}: {
  given: readonly string[];
  /** Undefined where none can be generated. */
  generate: (() => Promise<string>) | undefined;
}): () => Promise<string> {
  const left = [...given];
  return async () => {
    const next = left.shift() ?? (await generate?.());
    if (next === undefined)
      throw new NotTried(
        'it needs one more session that nobody has used: give some in ORIEL_EMBED_SESSIONS, or --viewer with an API key',
      );
    return next;
  };
}
