import { theme } from 'antd';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { ChartProps, Series } from './chart';

const HEIGHT_PX = 190;

/** One chart over time. The arrow keys walk over it as the pointer does, and what stands there is said in words. */
export default function TimeChart({ label, starts, series, format, when, mark }: ChartProps) {
  const { token } = theme.useToken();
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const [at, setAt] = useState<number | null>(null);
  const look = useMemo(
    () => ({ text: token.colorTextSecondary, grid: token.colorBorderSecondary }),
    [token.colorTextSecondary, token.colorBorderSecondary],
  );

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const seconds = starts.map((start) => Date.parse(start) / 1_000);
    const data = [seconds, ...series.map(({ values }) => values)] as uPlot.AlignedData;
    const drawn = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false } },
        scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] } },
        axes: [{ ...axis(look, mark), space: 90 }, axis(look, format)],
        series: [{}, ...series.map(drawnSeries)],
        hooks: { setCursor: [({ cursor }) => setAt(cursor.idx ?? null)] },
      },
      data,
      element,
    );
    plot.current = drawn;
    const observer = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [starts, series, format, mark, look]);

  const walk = (event: KeyboardEvent) => {
    const last = starts.length - 1;
    const from = at ?? last + 1;
    const places: Record<string, number> = {
      ArrowLeft: from - 1,
      ArrowRight: from + 1,
      Home: 0,
      End: last,
    };
    const place = places[event.key];
    if (place === undefined || !plot.current) return;
    event.preventDefault();
    const index = Math.min(last, Math.max(0, place));
    const seconds = Date.parse(starts[index] ?? '') / 1_000;
    plot.current.setCursor({ left: plot.current.valToPos(seconds, 'x'), top: 10 });
    setAt(index);
  };

  const said = (index: number) =>
    [
      when(starts[index] ?? ''),
      ...series.map((each) => `${each.label}: ${shown(each, index, format)}`),
    ].join(', ');
  return (
    <div>
      <div
        ref={box}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={starts.length - 1}
        aria-valuenow={at ?? starts.length - 1}
        aria-valuetext={said(at ?? starts.length - 1)}
        onKeyDown={walk}
        style={{ height: HEIGHT_PX, overflow: 'hidden' }}
      />
      <Legend
        series={series}
        at={at}
        when={at === null ? '' : when(starts[at] ?? '')}
        format={format}
      />
    </div>
  );
}

type LegendProps = {
  series: readonly Series[];
  at: number | null;
  when: string;
  format: (value: number) => string;
};

/** Which mark is which, and what stands under the pointer. */
function Legend({ series, at, when, format }: LegendProps) {
  const { token } = theme.useToken();
  return (
    <div
      style={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: '2px 16px',
        minHeight: 24,
        color: token.colorTextSecondary,
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {series.map((each) => (
        <span key={each.label}>
          <span
            aria-hidden
            style={{
              display: 'inline-block',
              width: 14,
              verticalAlign: 'middle',
              marginInlineEnd: 6,
              borderTop: `${each.bars ? 10 : 3}px ${each.dashed ? 'dashed' : 'solid'} ${each.color}`,
            }}
          />
          {each.label}
          {at !== null && `: ${shown(each, at, format)}`}
        </span>
      ))}
      <span>{when}</span>
    </div>
  );
}

function shown({ values }: Series, index: number, format: (value: number) => string) {
  const value = values[index];
  return value == null ? '–' : format(value);
}

function drawnSeries({ label, color, bars, dashed }: Series): uPlot.Series {
  return {
    label,
    stroke: color,
    width: bars ? 0 : 2,
    fill: bars ? color : undefined,
    dash: dashed ? [6, 4] : undefined,
    paths: bars && uPlot.paths.bars ? uPlot.paths.bars({ size: [0.8, 40] }) : undefined,
    points: { show: bars ? false : undefined, size: 5 },
    spanGaps: true,
  };
}

function axis(look: { text: string; grid: string }, text: (value: number) => string): uPlot.Axis {
  return {
    stroke: look.text,
    grid: { stroke: look.grid, width: 1 },
    ticks: { stroke: look.grid, width: 1 },
    values: (_, splits) => splits.map(text),
    size: (_, values, side) =>
      side === 0 ? 36 : 16 + 7 * Math.max(3, ...(values ?? []).map((each) => each.length)),
  };
}
