import type { ChatThread } from '@oriel/contract';
import { useMemo, useState } from 'react';
import { applySetControls } from '../../chat/turns/apply-set-controls.ts';
import { createChatClient } from '../../chat-client/chat-client.ts';
import { ChatQueriesContext } from '../../chat/queries/chat-queries.ts';
import { createChatStore, type ChatStore } from '../../chat/store/chat-store.ts';
import { ChatView } from '../../chat/chat-view.tsx';
import { createdItem, type CreatedItem } from '../../chat/turns/created-items.ts';
import { ItemLinks } from '../../chat/turns/item-links.ts';
import { chosenControls } from '../../dashboard/store/chosen-controls.ts';
import { serverFetch } from '../connection/server-connection.ts';
import type { RoomProps } from '../../dashboard/elements/side-panel.tsx';
import { useMemberTypeLoader } from '../data-model/use-model.ts';
import { useRunBatch } from '../api/session.ts';
import { useChatDesk, type ChatDesk } from './chat-desk.ts';
import { CreatedItemLink } from './created-item-link.tsx';
import { ThreadShareDialog } from './thread-share-dialog.tsx';

interface ChatRoomProps {
  readonly desk: ChatDesk;
  /** Changes whenever colours do. */
  readonly themeKey: string;
  /** Closes the panel that the chat is in. */
  onClose?(): void;
}

const linkTo = (item: CreatedItem) => <CreatedItemLink item={item} />;

/** The chat of a deployment, in a panel or on its page. */
export function ChatRoom({ desk, themeKey, onClose }: ChatRoomProps) {
  const { isAvailable, threadScopes, mayShareThreads, mayFindReaders } = desk.settings;
  const [shared, setShared] = useState<ChatThread>();
  const runBatch = useRunBatch(desk.deploymentId);
  const loadMembers = useMemberTypeLoader(desk.deploymentId);
  const queries = useMemo(() => ({ runBatch, loadMembers }), [runBatch, loadMembers]);
  return (
    <ItemLinks value={linkTo}>
      <ChatQueriesContext value={queries}>
        <ChatView
          store={chatOf(desk)}
          hasModel={isAvailable}
          threadScopes={threadScopes}
          onShare={mayShareThreads ? setShared : undefined}
          themeKey={themeKey}
          {...(onClose && { onClose })}
        />
      </ChatQueriesContext>
      {shared && (
        <ThreadShareDialog
          thread={shared}
          canFindReaders={mayFindReaders}
          onClose={() => setShared(undefined)}
        />
      )}
    </ItemLinks>
  );
}

/**
 * The chat in its panel: of the desk that there is, which is another one when the settings of the chat have changed.
 */
export function PanelRoom({ themeKey, onClose }: RoomProps) {
  const desk = useChatDesk();
  return desk && <ChatRoom desk={desk} themeKey={themeKey} onClose={onClose} />;
}

/** The one chat of a desk. It asks with the dashboard that is shown at the time, and sets the controls of that. */
export function chatOf(desk: ChatDesk): ChatStore {
  desk.chat ??= createChatStore({
    client: createChatClient({
      deploymentId: desk.deploymentId,
      accountName: desk.settings.accountName,
      fetch: serverFetch,
    }),
    surroundings() {
      const shown = desk.dashboard();
      const dashboard = shown && {
        publicId: shown.dashboard.publicId,
        ...chosenControls(shown.choices()),
      };
      return { timezone: desk.timezone(), dashboard };
    },
    onQuestion: desk.onQuestion,
    onToolResult(name, result) {
      const shown = desk.dashboard();
      if (name === 'set_controls' && shown) applySetControls(shown, result);
      if (createdItem({ name, result })) desk.onCreated();
    },
  });
  return desk.chat;
}
