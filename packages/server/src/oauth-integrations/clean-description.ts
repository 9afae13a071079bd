const MAX_DESCRIPTION_CHARACTERS = 300;

/** Visible characters alone, a few of them, and none where it repeats a secret. */
export function cleanDescription(description: unknown, secrets: readonly string[]): string {
  if (typeof description !== 'string') return '';
  if (secrets.some((secret) => secret.length > 0 && description.includes(secret))) return '';
  return description
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, ' ')
    .slice(0, MAX_DESCRIPTION_CHARACTERS)
    .trim();
}
