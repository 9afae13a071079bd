import styles from './sparkline.module.css';

interface SparklineProps {
  /** Along the axis; what is no number is left out. */
  values: readonly number[];
  mark?: 'line' | 'bar' | 'area' | undefined;
  color?: string | undefined;
  /** What it says, for those who do not see it; without it what stands beside it says the same. */
  label?: string | undefined;
  className?: string | undefined;
  style?: React.CSSProperties | undefined;
}

const [WIDTH, HEIGHT] = [100, 30];

/** A few values as a small chart without axes. Nothing is drawn of fewer than two. */
export function Sparkline({ values, mark = 'line', color, label, className, style }: SparklineProps) {
  const numbers = values.filter(Number.isFinite);
  if (numbers.length < 2) return null;
  const hidden =
    label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label };
  const ink = color === undefined ? undefined : { '--sparkline': color };
  return (
    <svg
      className={`${styles.sparkline} ${className ?? ''}`}
      data-part="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      // A custom property is a style as well.
      style={{ ...style, ...ink } as React.CSSProperties}
      {...hidden}
    >
      {mark === 'bar' ? <Bars numbers={numbers} /> : <Line numbers={numbers} isFilled={mark === 'area'} />}
    </svg>
  );
}

function Line({ numbers, isFilled }: { numbers: readonly number[]; isFilled: boolean }) {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const points = numbers.map((value, index) => {
    const x = (index / (numbers.length - 1)) * WIDTH;
    return `${x},${28 - ((value - low) / (high - low || 1)) * 24}`;
  });
  return (
    <>
      {isFilled && <polygon points={[`0,${HEIGHT}`, ...points, `${WIDTH},${HEIGHT}`].join(' ')} />}
      <polyline points={points.join(' ')} fill="none" vectorEffect="non-scaling-stroke" />
    </>
  );
}

/** Bars stand on zero. */
function Bars({ numbers }: { numbers: readonly number[] }) {
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const yOf = (value: number) => HEIGHT - ((value - low) / (high - low || 1)) * HEIGHT;
  const step = WIDTH / numbers.length;
  return numbers.map((value, index) => (
    <rect
      // Values have no names, and never change places.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      x={index * step + step * 0.1}
      width={step * 0.8}
      y={Math.min(yOf(value), yOf(0))}
      height={Math.max(0.5, Math.abs(yOf(value) - yOf(0)))}
    />
  ));
}
