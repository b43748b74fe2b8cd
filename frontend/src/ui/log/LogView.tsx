import { theme } from 'antd';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogToolbar } from './LogToolbar';
import type { LogLine, LogText } from './logLines';
import { useFollow } from './useFollow';
import { useLogSearch } from './useLogSearch';
import './log.css';

const ROW_PX = 18;
const OVERSCAN = 30;
const SHORTEST_ROWS = 5;

type Props = {
  log: LogText;
  /** The run has ended: nothing more will come. */
  ended: boolean;
  label?: string;
  /** How tall it may grow, as a CSS length; it starts small. */
  height?: number | string;
  /** Name of the downloaded file, without an ending. */
  fileName?: string;
};

/** A log that follows its end, can be searched, and draws only the rows that can be seen. */
export function LogView({ log, ended, label, height = 360, fileName = 'log' }: Props) {
  const { t } = useTranslation();
  const { token } = theme.useToken();
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0 });
  const { following, follow, onScroll } = useFollow(box, log.lines.length);
  const search = useLogSearch(log.lines);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const goTo = (index: number | undefined) => {
    const element = box.current;
    if (index === undefined || !element) return;
    follow(false);
    element.scrollTop = Math.max(0, index * ROW_PX - element.clientHeight / 2);
  };

  const visible = Math.ceil((view.height || 720) / ROW_PX) + 2 * OVERSCAN;
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - OVERSCAN);
  const rows = log.lines.slice(first, first + visible);
  return (
    <div className="log">
      <LogToolbar
        log={log}
        search={search}
        goTo={goTo}
        following={following}
        onFollow={follow}
        ended={ended}
        fileName={fileName}
      />
      <div
        ref={box}
        role="log"
        aria-label={label ?? t('log.label')}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        className="log-box"
        onScroll={() => {
          onScroll();
          const element = box.current;
          if (element) setView({ top: element.scrollTop, height: element.clientHeight });
        }}
        style={{
          minHeight: SHORTEST_ROWS * ROW_PX,
          maxHeight: height,
          borderColor: token.colorBorder,
          borderRadius: token.borderRadius,
        }}
      >
        {log.lines.length === 0 && (
          <div className="log-empty">{ended ? t('log.emptyEnded') : t('log.empty')}</div>
        )}
        <div style={{ height: log.lines.length * ROW_PX }} className="log-rows">
          <div style={{ transform: `translateY(${first * ROW_PX}px)` }}>
            {rows.map((line, offset) => (
              <LogRow
                key={line.number}
                line={line}
                words={search.words}
                current={first + offset === search.currentLine}
                stderr={t('log.stderr')}
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}

type RowProps = { line: LogLine; words: string; current: boolean; stderr: string };

const LogRow = memo(function LogRow({ line, words, current, stderr }: RowProps) {
  const isError = line.stream === 'STDERR';
  return (
    <div className={`log-row${isError ? ' log-stderr' : ''}${current ? ' log-current' : ''}`}>
      <span className="log-number" aria-hidden>
        {line.number}
      </span>
      {isError && <span className="sr-only">{stderr}: </span>}
      <Highlighted text={line.text} words={words} />
    </div>
  );
});

function Highlighted({ text, words }: { text: string; words: string }) {
  const parts: React.ReactNode[] = [];
  const lower = text.toLowerCase();
  const wanted = words.toLowerCase();
  let from = 0;
  for (let at = wanted ? lower.indexOf(wanted) : -1; at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at));
    parts.push(<mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  parts.push(text.slice(from));
  return <span>{parts}</span>;
}
