import type { KpiBlock } from '@oriel/contract';
import { isCssValue } from '@oriel/contract/css-value';
import type { CSSProperties } from 'react';
import type { QueryResult } from '../../query/load-batch.ts';
import { lazyReport } from '../elements/lazy-report.tsx';
import { MarkdownText } from '../text/markdown-text.tsx';
import type { ReportBodyProps } from '../elements/report-body-props.ts';
import { Sparkline } from '../elements/sparkline.tsx';
import { FigureNumber } from './figure-number.tsx';
import { Comparison } from './kpi-comparison.tsx';
import { Progress } from './kpi-progress.tsx';
import styles from './kpi-report.module.css';
import type { FigureRow } from './use-figure-row.ts';

interface BlockProps extends Pick<ReportBodyProps, 'onDrill' | 'canDrill' | 'onPartProblem'> {
  title: string;
  block: KpiBlock;
  result: QueryResult;
  /** Whether a number says what it is of, where its author has not named it. */
  isNamed: boolean;
  /** What figures without a row of their own show. */
  figureRow: FigureRow;
  themeKey?: string | undefined;
  /** Called when a text, or a part of HTML, has been drawn; the others are drawn at once. */
  onRendered(): void;
}

const HtmlBlock = lazyReport(async () => (await import('../html/html-report.tsx')).HtmlReport, {
  drawsLater: true,
});

export function Block({ block, ...shared }: BlockProps) {
  const { result, title, themeKey, isNamed, figureRow, onRendered, onPartProblem: onProblem } = shared;
  switch (block.type) {
    case 'number':
      return <Figure block={block} {...shared} />;
    case 'comparison':
      return <Comparison block={block} result={result} />;
    case 'progress':
      return <Progress {...{ block, result, isNamed, figureRow }} />;
    case 'sparkline':
      return <SparklineBlock block={block} result={result} />;
    case 'text':
      return <MarkdownText content={block.content} onRendered={onRendered} />;
    case 'html':
      return <HtmlBlock {...{ title, result, themeKey, onProblem, onRendered }} spec={block.content} />;
    default:
      block satisfies never;
      return null; // a report is a free object, and may have a block of a later version
  }
}

type BlockOf<Type extends KpiBlock['type']> = Extract<KpiBlock, { type: Type }>;

/** A number; one with rows behind it is a button. */
function Figure({
  block,
  result,
  isNamed,
  figureRow,
  onDrill,
  canDrill = () => true,
}: BlockProps & { block: BlockOf<'number'> }) {
  const isOpen = block.row === undefined;
  const row = isOpen ? figureRow.values : result.rows[block.row ?? 0];
  const value = row?.[block.field];
  const column = result.columns[block.field];
  const label = block.label ?? (isNamed ? column?.shortTitle : undefined);
  const content = (
    <>
      {label && <small>{label}</small>}
      {isOpen && figureRow.isLoading ? (
        <bdi aria-busy="true">…</bdi>
      ) : (
        <FigureNumber key={block.fontSize} value={value} column={column} block={block} />
      )}
      {isOpen && figureRow.name && <small data-part="figure-row">{figureRow.name}</small>}
    </>
  );
  const shared = { className: styles.figure, 'data-part': 'figure', style: figureStyle(block) };
  const isButton = onDrill !== undefined && column?.kind === 'measure' && canDrill(block.field);
  if (!isButton) return <div {...shared}>{content}</div>;
  return (
    <button
      type="button"
      {...shared}
      onClick={() => onDrill({ column: block.field, coordinates: { ...row }, value })}
    >
      {content}
    </button>
  );
}

function figureStyle({ fontSize, color, align }: BlockOf<'number'>) {
  return {
    ...(fontSize !== undefined && { fontSize }),
    ...(color !== undefined && isCssValue(color) && { color }),
    ...(align && { textAlign: align }),
  };
}

/** The measure along its dimension; the figures beside it say what it says. */
function SparklineBlock({ block, result }: { block: BlockOf<'sparkline'>; result: QueryResult }) {
  const { measure, dimension, mark, height, width, maxPoints, color } = block;
  const values = result.rows
    .toSorted((a, b) => String(a[dimension]).localeCompare(String(b[dimension])))
    .map((row) => Number(row[measure] ?? Number.NaN));
  const size = {
    ...(height !== undefined && { '--height': `${height}px` }),
    ...(width !== undefined && { '--width': `${width}px` }),
  };
  return (
    <Sparkline
      className={styles.sparkline}
      values={maxPoints === undefined ? values : values.slice(-maxPoints)}
      mark={mark}
      color={color !== undefined && isCssValue(color) ? color : undefined}
      // Custom properties are styles as well.
      style={size as CSSProperties}
    />
  );
}
