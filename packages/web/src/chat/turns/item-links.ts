import { createContext, type ReactNode } from 'react';
import type { CreatedItem } from './created-items.ts';

/**
 * Draws the link to something that an agent has made; null where the chat stands on a page from which nothing can be
 * opened.
 */
export const ItemLinks = createContext<((item: CreatedItem) => ReactNode) | null>(null);
