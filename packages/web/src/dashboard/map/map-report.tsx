import type { ChartPalette, MapSpec } from '@oriel/contract';
import type { DrillClick } from '@oriel/dashboard/drill-click';
import { use, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { t } from '../../messages/dashboard-texts.ts';
import type { QueryResult } from '../../query/load-batch.ts';
import { ChartPalettes } from '../look/chart-palettes.ts';
import type { DrawnReport } from '../elements/lazy-report.tsx';
import look from '../look/look.module.css';
import type { Problem } from '../store/problems.ts';
import { Skeleton } from '../look/skeleton.tsx';
import { readChartColors } from '../charts/theme.ts';
import { drawMap, type DrawnMap } from './draw-map.ts';
import { followGestures, pressKey, ZOOM_STEP } from './map-gestures.ts';
import { problemIn } from './map-problem.ts';
import styles from './map-report.module.css';

interface MapReportProps extends DrawnReport {
  title: string;
  result: QueryResult;
  spec: MapSpec;
  themeKey?: string | undefined;
  onDrill?: ((click: DrillClick) => void) | undefined;
}

const ANYWHERE = { isNearest: false, isWidest: false };

/** Points or regions on a map that a viewer moves by wheel, pointer, keys and buttons. */
export function MapReport({ title, result, spec, themeKey, onDrill, onRendered, onProblem }: MapReportProps) {
  const canvas = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<DrawnMap>();
  const [problem, setProblem] = useState<Problem>();
  const [reach, setReach] = useState(ANYWHERE);
  const hintId = useId();
  const palettes = use(ChartPalettes);
  // The colours are read from the page; its theme has changed when the key has.
  const drawing = JSON.stringify({ spec, palettes, themeKey });
  const drill = useEffectEvent((click: DrillClick) => onDrill?.(click));
  const finish = useEffectEvent((outcome: { map: DrawnMap } | { problem: Problem }) => {
    setMap('map' in outcome ? outcome.map : undefined);
    setProblem('problem' in outcome ? outcome.problem : undefined);
    setReach(ANYWHERE);
    if ('problem' in outcome) onProblem?.(outcome.problem);
    onRendered?.();
  });
  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    const { spec: drawn, palettes: known } = JSON.parse(drawing) as {
      spec: MapSpec;
      palettes: readonly ChartPalette[];
    };
    const ends: (() => void)[] = [];
    let isGone = false;
    const options = {
      container: current,
      spec: drawn,
      palettes: known,
      result,
      colors: readChartColors(current),
    };
    drawMap({ ...options, onDrill: drill, onReach: setReach }).then(
      (made) => {
        ends.push(made.destroy);
        if (isGone) return made.destroy();
        ends.push(followGestures(current, made));
        finish({ map: made });
      },
      (error: unknown) => !isGone && finish({ problem: problemIn(error) }),
    );
    return () => {
      isGone = true;
      for (const end of ends) end();
    };
  }, [drawing, result]);
  const notes = map?.notes ?? [];
  return (
    <div className={styles.map} data-part="map">
      <div
        className={styles.frame}
        role="group"
        // Moved by keys, like a slider, so it has to be reachable by them.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={t('map.label', { title })}
        aria-describedby={hintId}
        onKeyDown={(event) => {
          const isOwn =
            event.target === event.currentTarget && !event.ctrlKey && !event.metaKey && !event.altKey;
          if (map && isOwn && pressKey(event.key, map)) event.preventDefault();
        }}
      >
        <div
          className={styles.canvas}
          role="img"
          aria-label={t('chart.label', { title, count: result.rows.length })}
        >
          <div className={styles.canvas} ref={canvas} aria-hidden="true" />
        </div>
        <p id={hintId} hidden>
          {t('map.keys')}
        </p>
        {map && (
          <div className={styles.buttons}>
            <MapButton
              label={t('map.zoomIn')}
              sign="+"
              isOff={reach.isNearest}
              onClick={() => map.zoom(ZOOM_STEP)}
            />
            <MapButton
              label={t('map.zoomOut')}
              sign="−"
              isOff={reach.isWidest}
              onClick={() => map.zoom(1 / ZOOM_STEP)}
            />
            <MapButton label={t('map.reset')} sign="⌂" onClick={() => map.reset()} />
          </div>
        )}
        {(problem || !map) && (
          <div className={styles.cover}>{problem ? <Broken problem={problem} /> : <Skeleton />}</div>
        )}
      </div>
      {notes.length > 0 && (
        <p className={styles.notes} data-part="map-notes" role="note">
          {notes.join(' ')}
        </p>
      )}
    </div>
  );
}

interface MapButtonProps {
  label: string;
  sign: string;
  isOff?: boolean;
  onClick(): void;
}

/** It keeps the focus where it can do nothing more. */
const MapButton = ({ label, sign, isOff = false, onClick }: MapButtonProps) => (
  <button type="button" aria-label={label} title={label} aria-disabled={isOff} onClick={onClick}>
    <span aria-hidden="true">{sign}</span>
  </button>
);

function Broken({ problem }: { problem: Problem }) {
  return (
    <p className={look.quiet} role="alert">
      {t(`problem.${problem.kind}.text`)} <small>{problem.message}</small>
    </p>
  );
}
