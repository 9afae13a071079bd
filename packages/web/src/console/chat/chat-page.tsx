import { useComputedColorScheme } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { t } from '../../messages/chat-texts.ts';
import { useDeploymentId } from '../api/deployment-id.ts';
import { NotFound } from '../shell/not-found.tsx';
import { ErrorState, LoadingState, MessageState } from '../elements/states.tsx';
import { useSurface } from '../surface/surface.ts';
import { useDocumentTitle } from '../surface/use-document-title.ts';
import { useChatDesk, type ChatDesk } from './chat-desk.ts';
import styles from './chat-page.module.css';
import { chatOf, ChatRoom } from './chat-room.tsx';
import { useChatSettings } from './use-chat-settings.ts';

/** The chat of the deployment, over the whole page. The thread that is shown is part of the address. */
export function ChatPage() {
  const { shows } = useSurface();
  const desk = useChatDesk();
  const settings = useChatSettings(useDeploymentId());
  useDocumentTitle(t('title'));
  if (!shows.chat) return <NotFound />;
  if (settings.isError)
    return (
      <ErrorState
        title={t('notAllowed')}
        error={settings.error}
        isRetrying={settings.isFetching}
        onRetry={() => void settings.refetch()}
      />
    );
  if (!desk) return <LoadingState />;
  if (!desk.settings.mayAsk) return <MessageState title={t('notAllowed')} />;
  return <OpenChat desk={desk} />;
}

function OpenChat({ desk }: { desk: ChatDesk }) {
  const scheme = useComputedColorScheme('light');
  const chat = chatOf(desk);
  const { chatId } = useSyncExternalStore(chat.subscribe, chat.state);
  const { thread } = useSearch({ from: '/shell/deployment/chat' });
  const navigate = useNavigate();
  const seen = useRef<string>(undefined);
  useEffect(() => {
    const isNewAddress = thread !== seen.current;
    seen.current = thread;
    // The store knows of a thread that was opened since this was drawn.
    if (thread === chatId || thread === chat.state().chatId) return;
    if (isNewAddress && thread !== undefined) void chat.open(thread);
    // A chat that is begun takes the place of the empty page; from one to another there is a way back.
    else void navigate({ to: '/chat', search: { thread: chatId }, replace: thread === undefined });
  }, [thread, chatId, chat, navigate]);
  return (
    <div className={styles.page} data-scheme={scheme}>
      <ChatRoom desk={desk} themeKey={scheme} />
    </div>
  );
}
