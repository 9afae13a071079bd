/** A figure of `/metrics`, with a sample for each combination of labels. */
export interface Metric {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
  /** One sentence: what is counted, in which unit. */
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

/** One value of a figure; labels are written as they are, so they come from a small set. */
interface MetricSample {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** Gives the figures of one part of the server, as they are now. One that fails is left out of the answer. */
export type MetricSource = () => readonly Metric[] | Promise<readonly Metric[]>;

/**
 * Writes figures in Prometheus' text format.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
 */
export function writeMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, type, help, samples }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels, value }) => `${name}${writeLabels(labels)} ${value}`),
  ]);
  return `${lines.join('\n')}\n`;
}

function writeLabels(labels: MetricSample['labels']): string {
  const entries = Object.entries(labels ?? {});
  if (entries.length === 0) return '';
  return `{${entries.map(([name, value]) => `${name}="${escapeLabel(String(value))}"`).join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
