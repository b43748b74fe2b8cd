/** The two versions being compared, older first; they live in the URL as `?compare=1&compare=3`. */
export type Comparison = {
  from: number | null;
  to: number | null;
  includes: (version: number) => boolean;
  /** The URL parameters after choosing or leaving out a version; a third choice replaces the older. */
  toggled: (version: number) => URLSearchParams;
};

export function comparisonOf(params: URLSearchParams, latest: number): Comparison {
  const asked = params.getAll('compare').map(Number);
  const known = asked.filter(
    (version) => Number.isInteger(version) && version >= 1 && version <= latest,
  );
  const chosen = [...new Set(known)].slice(-2);
  const [from = null, to = null] = chosen.toSorted((a, b) => a - b);
  return {
    from: to === null ? null : from,
    to,
    includes: (version) => chosen.includes(version),
    toggled: (version) => {
      const rest = chosen.filter((each) => each !== version);
      const next = rest.length < chosen.length ? rest : [...chosen, version].slice(-2);
      const written = new URLSearchParams(params);
      written.delete('compare');
      for (const each of next) written.append('compare', String(each));
      return written;
    },
  };
}
