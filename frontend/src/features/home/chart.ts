export type Series = {
  label: string;
  color: string;
  values: readonly (number | null)[];
  bars?: boolean;
  dashed?: boolean;
};

/** What a chart shows. All but the label must be stable: a new one is drawn where one of them changes. */
export type ChartProps = {
  label: string;
  /** When each bucket begins, ISO 8601. */
  starts: readonly string[];
  series: readonly Series[];
  /** A value in words. */
  format: (value: number) => string;
  /** A bucket's beginning in words. */
  when: (start: string) => string;
  /** A mark of the time axis, from seconds since 1970. */
  mark: (seconds: number) => string;
};
