import type { EmbedMentionableUserDto } from '@oriel/contract';
import { useEffect, useState } from 'react';
import type { CommentClient } from './comment-client.ts';
import { mentionAt, type MentionDraft } from './mention-text.ts';

/** So long nobody types before viewers are looked for. */
const PAUSE_MS = 150;

/** Who can be mentioned where the caret is. */
interface Mentions {
  /** Empty where no mention is written, or no name goes on like this. */
  readonly people: readonly EmbedMentionableUserDto[];
  readonly active: number;
  /** Looks at the text, after each change of it or of the caret. */
  look(text: string, caret: number): void;
  move(by: 1 | -1): void;
  close(): void;
  /** The text with a viewer's name in the place of what was begun, and where the caret goes. */
  put(text: string, person: EmbedMentionableUserDto): { text: string; caret: number };
}

/** Who was found last, and for what. */
interface Found {
  readonly search: string;
  readonly people: readonly EmbedMentionableUserDto[];
}

const NOBODY: Found = { search: '', people: [] };

/** Until what is written now was looked for, those of before who fit: Enter takes nobody else. */
function peopleFor(search: string, found: Found): Found['people'] {
  if (search === found.search) return found.people;
  const wanted = search.toLowerCase();
  return found.people.filter(({ username, firstName }) =>
    [username, firstName ?? ''].some((name) => name.toLowerCase().includes(wanted)),
  );
}

/** Offers viewers while a mention is written; the one who writes is none of them. */
export function useMentions(client: CommentClient, viewerId: number | undefined): Mentions {
  const [draft, setDraft] = useState<MentionDraft>();
  const [found, setFound] = useState<Found>(NOBODY);
  const [active, setActive] = useState(0);
  const search = draft?.search;
  useEffect(() => {
    if (search === undefined) return undefined;
    let isAsked = true;
    const timer = window.setTimeout(() => {
      client.findPeople(search).then(
        (people) => {
          if (!isAsked) return;
          setFound({ search, people: people.filter(({ id }) => id !== viewerId) });
          setActive(0);
        },
        // A name can be written without being offered.
        () => isAsked && setFound(NOBODY),
      );
    }, PAUSE_MS);
    return () => {
      isAsked = false;
      window.clearTimeout(timer);
    };
  }, [client, search, viewerId]);
  const people = search === undefined ? [] : peopleFor(search, found);
  return {
    people,
    active: Math.min(active, Math.max(0, people.length - 1)),
    look(text, caret) {
      const next = mentionAt(text, caret);
      // Of another mention nobody was found yet.
      if (next?.start !== draft?.start) setFound(NOBODY);
      if (next?.start !== draft?.start || next?.search !== draft?.search) setDraft(next);
    },
    move: (by) => setActive((active + by + people.length) % people.length),
    close: () => setDraft(undefined),
    put(text, { username }) {
      const { start = 0, search: begun = '' } = draft ?? {};
      const name = `@${username} `;
      const rest = text.slice(start + 1 + begun.length).replace(/^ /, '');
      return { text: text.slice(0, start) + name + rest, caret: start + name.length };
    },
  };
}
