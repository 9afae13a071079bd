import type { ChartPalette } from '@oriel/contract';
import { readColor } from '@oriel/dashboard/colors';
import styles from './appearance.module.css';

/** The colours of a palette side by side; of a scale as what is between them. What is no colour is left out. */
export function PaletteSwatches({ colors, kind }: Pick<ChartPalette, 'colors' | 'kind'>) {
  const known = colors.filter((color) => readColor(color));
  if (kind !== 'categorical' && known.length > 1)
    return (
      <div
        className={styles.gradient}
        style={{ backgroundImage: `linear-gradient(to right, ${known.join(', ')})` }}
      />
    );
  return (
    <div className={styles.swatches}>
      {known.map((color, index) => (
        // Colours may repeat, and are in an order that says what they are for.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={index} className={styles.swatch} style={{ backgroundColor: color }} title={color} />
      ))}
    </div>
  );
}
