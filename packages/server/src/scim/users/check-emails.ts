import { refuseFields, type ScimEmail } from '@oriel/contract';

/**
 * The addresses of a user with each of a type once: one that a provider repeats says nothing new, and is the primary
 * one where any of its repetitions is.
 *
 * @throws `validation_failed` where several are the primary one
 * @see RFC 7643, section 2.4
 */
export function checkEmails(emails: readonly ScimEmail[]): ScimEmail[] {
  const once = new Map<string, ScimEmail>();
  for (const email of emails) {
    const key = JSON.stringify([email.type, email.value]).toLowerCase();
    const known = once.get(key);
    once.set(key, known ? { ...known, ...(email.primary && { primary: true }) } : email);
  }
  const kept = [...once.values()];
  const primary = kept.filter((each) => each.primary).map((each) => each.value);
  if (primary.length > 1)
    throw refuseFields([
      {
        path: 'emails',
        message: `may have one primary address, and has ${primary.length}: ${shown(primary)}`,
      },
    ]);
  return kept;
}

const SHOWN = 3;

function shown(addresses: readonly string[]): string {
  return addresses.length > SHOWN
    ? `${addresses.slice(0, SHOWN).join(', ')} and ${addresses.length - SHOWN} more`
    : addresses.join(', ');
}
