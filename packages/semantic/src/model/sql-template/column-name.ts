const NAME = String.raw`(?:"(?:[^"]|"")+"|${'`'}[^${'`'}]+${'`'}|[\p{L}_][\p{L}\p{N}_$]*)`;
const PATH = new RegExp(String.raw`^\s*${NAME}(?:\s*\.\s*${NAME})*\s*$`, 'u');

/**
 * Whether SQL is one name, its parts joined by dots, and nothing else: by the rules that all engines have for names. No
 * operator is written so, for one needs an operand beside it.
 */
export function isNamePath(sql: string): boolean {
  return PATH.test(sql);
}
