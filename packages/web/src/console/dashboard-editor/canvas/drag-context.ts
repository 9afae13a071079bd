import { createContext, use, type PointerEvent } from 'react';
import type { DropTarget } from './drop-targets.ts';

/** What is dragged over the canvas. */
interface CanvasDrag {
  /** The container that takes what is dragged, if it is let go now. */
  readonly target: DropTarget | undefined;
  /** A pointer is pressed on a widget that lies in a container. */
  press(event: PointerEvent<HTMLElement>, id: string): void;
}

export const DragContext = createContext<CanvasDrag | undefined>(undefined);

/** Undefined where nothing is dragged, such as in a list. */
export const useCanvasDrag = (): CanvasDrag | undefined => use(DragContext);

/** Whether a widget takes what is dragged. */
export const isTarget = (drag: CanvasDrag | undefined, id: string): boolean =>
  drag?.target?.containerId === id;
