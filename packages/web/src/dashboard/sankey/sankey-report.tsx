import type { DrillClick } from '@oriel/dashboard/drill-click';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { createTooltip, type ChartTooltip } from '../charts/pointer/chart-tooltip.ts';
import { formatValue } from '../formats/format.ts';
import look from '../look/look.module.css';
import { isolated } from '../formats/text-direction.ts';
import { flowColumns, readFlows, type NamedFlow, type SankeySpec } from './read-flows.ts';
import { layOutSankey, NODE_WIDTH, type PlacedLink, type PlacedNode } from './sankey-layout.ts';
import styles from './sankey-report.module.css';

interface SankeyProps {
  title: string;
  result: QueryResult;
  spec: SankeySpec;
  onDrill?: ((click: DrillClick) => void) | undefined;
  canDrill?: ((column: string) => boolean) | undefined;
}

/** Colours of the style sheet, over and over. */
const SERIES = 8;
/** Pixels between labels, so that they can be read. */
const LABEL_HEIGHT = 13;

/**
 * How much flows from place to place, as bands between them. Its values are in the table view, for those who do not see
 * it.
 */
export function SankeyReport({ title, result, spec, onDrill, canDrill }: SankeyProps) {
  const container = useRef<HTMLDivElement>(null);
  const tooltip = useRef<ChartTooltip>(undefined);
  const size = useSize(container);
  const { flows, column } = useMemo(() => {
    const keys = flowColumns(spec, result);
    return { flows: readFlows(result, keys), column: keys.value };
  }, [spec, result]);
  const { width, height } = size;
  const drawn = useMemo(
    () => layOutSankey(flows, { width, height: Math.max(1, height - LABEL_HEIGHT) }),
    [flows, width, height],
  );
  useEffect(() => {
    if (!container.current) return undefined;
    const made = createTooltip(container.current);
    tooltip.current = made;
    return made.destroy;
  }, []);
  const annotation = result.columns[column];
  const textOf = (value: number) => formatValue(value, annotation);
  const tell = (name: string, value: number) => (event: PointerEvent) => {
    const { left = 0, top = 0 } = container.current?.getBoundingClientRect() ?? {};
    const rows = [{ name: annotation?.shortTitle ?? column, value: textOf(value) }];
    tooltip.current?.show({ title: name, rows }, { x: event.clientX - left, y: event.clientY - top });
  };
  const isDrillable = onDrill !== undefined && canDrill?.(column) !== false;
  const drill = ({ coordinates, value }: NamedFlow) => onDrill?.({ column, coordinates, value });
  const colors = colorsOf(drawn.nodes);
  return (
    <div
      className={styles.sankey}
      data-part="sankey"
      role="img"
      aria-label={t('chart.label', { title, count: result.rows.length })}
      ref={container}
      onPointerLeave={() => tooltip.current?.hide()}
    >
      {flows.length === 0 ? (
        <p className={look.quiet}>{t('chart.empty')}</p>
      ) : (
        // Labels of the first and the last place need half of their height beyond it.
        <svg
          width={width}
          height={height}
          viewBox={`0 ${-LABEL_HEIGHT / 2} ${width} ${height}`}
          aria-hidden="true"
        >
          {drawn.links.map((link) => (
            <path
              key={JSON.stringify([link.flow.source, link.flow.target])}
              className={styles.band}
              d={bandOf(link)}
              stroke={colors.get(link.source.name)}
              strokeWidth={link.thickness}
              data-drills={isDrillable}
              onPointerMove={tell(
                `${isolated(link.flow.source)} → ${isolated(link.flow.target)}`,
                link.flow.value,
              )}
              onClick={() => isDrillable && drill(link.flow)}
            />
          ))}
          {drawn.nodes.map((node) => (
            <rect
              key={node.key}
              x={node.x}
              y={node.y}
              width={NODE_WIDTH}
              height={Math.max(1, node.height)}
              fill={colors.get(node.name)}
              onPointerMove={tell(node.name, node.value)}
            />
          ))}
          {readableLabels(drawn.nodes).map(({ key, name, x, y, height, column: at }) => {
            const isLast = at > 0 && at === drawn.columns - 1;
            return (
              <text
                key={key}
                x={isLast ? x - 6 : x + NODE_WIDTH + 6}
                y={y + height / 2}
                textAnchor={isLast ? 'end' : 'start'}
                className={styles.label}
              >
                {name}
              </text>
            );
          })}
        </svg>
      )}
    </div>
  );
}

function useSize(container: React.RefObject<HTMLDivElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = container;
    if (!current) return undefined;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [container]);
  return size;
}

/** A place that stands on both sides has one colour. */
function colorsOf(nodes: readonly PlacedNode[]): ReadonlyMap<string, string> {
  const names = [...new Set(nodes.map(({ name }) => name))];
  return new Map(names.map((name, index) => [name, `var(--series-${(index % SERIES) + 1})`]));
}

/** A curve from the right of one place to the left of another, as thick as its stroke. */
function bandOf({ source, target, sourceY, targetY }: PlacedLink<NamedFlow>): string {
  const [start, end] = [source.x + NODE_WIDTH, target.x];
  const middle = (start + end) / 2;
  return `M${start},${sourceY}C${middle},${sourceY} ${middle},${targetY} ${end},${targetY}`;
}

/** Those of the largest places first; one that would lie over another is left out, and told by its tooltip. */
function readableLabels(nodes: readonly PlacedNode[]): PlacedNode[] {
  const shown: PlacedNode[] = [];
  const middleOf = ({ y, height }: PlacedNode) => y + height / 2;
  for (const node of nodes.toSorted((a, b) => b.value - a.value)) {
    const isFree = shown.every(
      (other) => other.column !== node.column || Math.abs(middleOf(other) - middleOf(node)) >= LABEL_HEIGHT,
    );
    if (isFree) shown.push(node);
  }
  return shown;
}
