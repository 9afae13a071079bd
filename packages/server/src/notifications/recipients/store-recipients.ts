import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../db/database.ts';
import { createRecipientStore, type RecipientRef, type RecipientRow } from './recipient-store.ts';
import type { WantedRecipient } from './resolve-recipients.ts';

/** What became of the recipients of a request. */
interface StoredRecipients {
  readonly created: RecipientRow[];
  readonly updated: RecipientRow[];
  readonly unchanged: RecipientRow[];
}

/** Adds who is missing, and changes what holds for the rendering of the others. */
export async function storeRecipients(
  tx: Db,
  notificationId: number,
  wanted: readonly WantedRecipient[],
): Promise<StoredRecipients> {
  const recipients = createRecipientStore(tx);
  const before = new Map((await recipients.find(notificationId, wanted)).map((row) => [keyOf(row), row]));
  const kinds = new Map<string, 'created' | 'updated' | 'unchanged'>();
  // Of one who is named twice the last holds.
  for (const [key, each] of new Map(wanted.map((recipient) => [keyOf(recipient), recipient]))) {
    const known = before.get(key);
    const overrides = { ...known?.overrides, ...each.overrides };
    if (!known) await recipients.insert(notificationId, { ...each, overrides });
    else if (!isDeepStrictEqual(known.overrides, overrides))
      await recipients.setOverrides(known.id, overrides);
    const isSame = known !== undefined && isDeepStrictEqual(known.overrides, overrides);
    kinds.set(key, known ? (isSame ? 'unchanged' : 'updated') : 'created');
  }
  const now = await recipients.find(notificationId, wanted);
  const ofKind = (kind: string) => now.filter((row) => kinds.get(keyOf(row)) === kind);
  return {
    created: ofKind('created'),
    updated: ofKind('updated'),
    unchanged: ofKind('unchanged'),
  };
}

const keyOf = ({ userId, embedUserId }: RecipientRef) => `${userId} ${embedUserId}`;
