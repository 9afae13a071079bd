import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import { DrawGuard } from './draw-guard.tsx';
import look from '../look/look.module.css';
import type { Problem } from '../store/problems.ts';
import { Skeleton } from '../look/skeleton.tsx';

/** How a report says what became of it. */
export interface DrawnReport {
  /** Called when it has been drawn, or has said why it cannot be. */
  onRendered?: (() => void) | undefined;
  /** Called when it cannot be drawn; without it the report says so itself. */
  onProblem?: ((problem: Problem) => void) | undefined;
}

interface LazyReport<Props> {
  (props: Props & DrawnReport): ReactNode;
  /** Begins to load what draws it, while its rows are on their way. */
  preload(): void;
}

interface LazyReportOptions {
  /**
   * Whether it says itself when it has been drawn, as {@link DrawnReport}: what draws it goes on when its code is
   * there.
   */
  drawsLater?: boolean;
}

/**
 * A report with code that is loaded when the first of its kind is met. What fails to load, or to draw, is told as a
 * problem; code that did not arrive is asked for again with the next report.
 */
export function lazyReport<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { drawsLater = false }: LazyReportOptions = {},
): LazyReport<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const ask = () => {
    loading ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Report({ onRendered, onProblem, ...props }: Props & DrawnReport) {
    const [Drawing, setDrawing] = useState<ComponentType<Props> | undefined>(() => loaded);
    const [problem, setProblem] = useState<Problem>();
    const tell = (found: Problem) => {
      setProblem(found);
      onProblem?.(found);
    };
    useEffect(() => {
      if (Drawing) return undefined;
      let isGone = false;
      ask().then(
        (component) => !isGone && setDrawing(() => component),
        (error: unknown) => !isGone && tell({ kind: 'code', message: messageOf(error) }),
      );
      return () => {
        isGone = true;
      };
      // Asked once: `tell` is new at each drawing, and is no reason to load again.
      // oxlint-disable-next-line react/exhaustive-deps
    }, [Drawing]);
    const isSettled = (Drawing !== undefined && !drawsLater) || problem !== undefined;
    useEffect(() => {
      if (isSettled) onRendered?.();
    }, [isSettled, onRendered]);
    if (problem) return <Broken problem={problem} />;
    if (!Drawing) return <Skeleton />;
    return (
      <DrawGuard onError={(error) => tell({ kind: 'drawing', message: messageOf(error) })}>
        {/* What is left are the report's own properties. */}
        <Drawing {...(props as unknown as Props)} {...(drawsLater && { onRendered, onProblem })} />
      </DrawGuard>
    );
  }
  return Object.assign(Report, { preload: () => void ask().catch(() => undefined) });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function Broken({ problem }: { problem: Problem }) {
  return (
    <p className={look.quiet} role="alert">
      {t(`problem.${problem.kind}.text`)}
      {problem.kind === 'drawing' && <small> {problem.message}</small>}
    </p>
  );
}
