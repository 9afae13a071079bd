import type { AIEngineerSettings } from '@oriel/contract';
import { createContext, use, useEffect } from 'react';
import type { AskedQuestion, ChatStore } from '../../chat/store/chat-store.ts';
import type { DashboardStore } from '../../dashboard/store/dashboard-store.ts';

interface ChatDeskOptions {
  readonly deploymentId: number;
  readonly settings: AIEngineerSettings;
  onQuestion(question: AskedQuestion): void;
  /** The agent has made something that the pages list. */
  onCreated(): void;
}

/** What the chat of a deployment works with on every page of it. */
export interface ChatDesk extends ChatDeskOptions {
  /** The chat, from when it is first opened; the panel and the page show the same one. */
  chat: ChatStore | undefined;
  /** The zone of queries. */
  timezone(): string | undefined;
  setTimezone(timezone: string | undefined): void;
  /** The dashboard that is shown. */
  dashboard(): DashboardStore | undefined;
  showDashboard(store: DashboardStore | undefined): void;
  /** Calls the listener when another dashboard is shown, or none any more. */
  subscribe(listener: () => void): () => void;
}

/** Makes the desk of a deployment. */
export function createChatDesk(options: ChatDeskOptions): ChatDesk {
  const listeners = new Set<() => void>();
  let shown: DashboardStore | undefined;
  let zone: string | undefined;
  return {
    ...options,
    chat: undefined,
    timezone: () => zone,
    setTimezone(timezone) {
      zone = timezone;
    },
    dashboard: () => shown,
    showDashboard(store) {
      shown = store;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The desk of the deployment; undefined while it is not known, and where there is no chat. */
export const ChatDeskContext = createContext<ChatDesk | undefined>(undefined);

export function useChatDesk(): ChatDesk | undefined {
  return use(ChatDeskContext);
}

/** Tells the chat of the dashboard that is shown, for as long as it is: its agent reads it and sets its controls. */
export function useChatDashboard(store: DashboardStore): void {
  const desk = useChatDesk();
  useEffect(() => {
    desk?.showDashboard(store);
    return () => desk?.showDashboard(undefined);
  }, [desk, store]);
}
