import type { EmbedDashboardCommentThreadDto } from '@oriel/contract';

/** What is being written: a thread, a reply to one, or what a comment says from now on. */
export type DraftPlace = 'thread' | `reply ${number}` | `edit ${number}`;

/** Texts that are being written. They live as long as the page, whatever becomes of the fields that they stand in. */
export interface CommentDrafts {
  read(place: DraftPlace): string | undefined;
  /** Undefined ends the draft. */
  write(place: DraftPlace, text: string | undefined): void;
  /** Whether something is being written in a thread. */
  isIn(thread: EmbedDashboardCommentThreadDto): boolean;
}

/** Makes a place for drafts, without any. */
export function createCommentDrafts(): CommentDrafts {
  const texts = new Map<DraftPlace, string>();
  return {
    read: (place) => texts.get(place),
    write(place, text) {
      if (text === undefined) texts.delete(place);
      else texts.set(place, text);
    },
    isIn: ({ root, replies }) =>
      texts.has(`reply ${root.id}`) || [root, ...replies].some(({ id }) => texts.has(`edit ${id}`)),
  };
}
