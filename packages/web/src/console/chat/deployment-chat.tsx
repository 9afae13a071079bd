import { useComputedColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { ChatIcon } from '../../chat/elements/chat-icon.tsx';
import { isChatOffered } from '../../chat/chat-offer.ts';
import '../../dashboard/look/tokens.css';
import { SidePanel } from '../../dashboard/elements/side-panel.tsx';
import { createSidePanels } from '../../dashboard/elements/side-panels.ts';
import { t } from '../../messages/chat-texts.ts';
import { useSurface } from '../surface/surface.ts';
import { ChatDeskContext, createChatDesk, type ChatDesk } from './chat-desk.ts';
import styles from './deployment-chat.module.css';
import { useChatSettings } from './use-chat-settings.ts';

interface DeploymentChatProps {
  readonly deploymentId: number;
  readonly children: ReactNode;
}

/**
 * The chat of a deployment: a panel beside each of its pages, where the viewer may ask and something can answer. It
 * stays as it is while one goes from page to page; on the page of the chat itself it is the page.
 */
export function DeploymentChat({ deploymentId, children }: DeploymentChatProps) {
  const { data: settings } = useChatSettings(deploymentId);
  const queryClient = useQueryClient();
  const { timezone, onQuestion } = useSurface();
  const desk = useMemo(() => {
    const onCreated = () => void queryClient.invalidateQueries();
    return settings && createChatDesk({ deploymentId, settings, onQuestion, onCreated });
  }, [deploymentId, settings, onQuestion, queryClient]);
  useEffect(() => desk?.setTimezone(timezone), [desk, timezone]);
  const { pathname } = useLocation();
  const hasPanel = settings && isChatOffered(settings) && !/\/chat\/?$/.test(pathname);
  return (
    <ChatDeskContext value={desk}>
      {children}
      {desk && hasPanel && <ChatPanel desk={desk} />}
    </ChatDeskContext>
  );
}

function ChatPanel({ desk }: { desk: ChatDesk }) {
  const { kind, locale } = useSurface();
  const scheme = useComputedColorScheme('light');
  const isBesideDashboard = useSyncExternalStore(desk.subscribe, desk.dashboard) !== undefined;
  const [panels] = useState(createSidePanels);
  const [element] = useState(() => document.createElement('div'));
  useEffect(() => {
    // The style sheet finds the panel by its place after the page.
    document.body.append(panels.dock, element);
    return () => {
      panels.remove();
      element.remove();
    };
  }, [panels, element]);
  useEffect(() => {
    for (const each of [panels.dock, element]) {
      each.dataset['scheme'] = scheme;
      each.classList.toggle(styles.console ?? '', kind === 'console');
    }
  }, [panels, element, scheme, kind]);
  return createPortal(
    <SidePanel
      name="chat"
      order={0}
      panels={panels}
      icon={<ChatIcon />}
      texts={{
        launcher: t(isBesideDashboard ? 'launcher' : 'placeholder'),
        close: t('close'),
        unreachable: t('unreachable'),
        retry: t('retry'),
      }}
      locale={locale}
      themeKey={scheme}
      load={async () => (await import('./chat-room.tsx')).PanelRoom}
    />,
    element,
  );
}
