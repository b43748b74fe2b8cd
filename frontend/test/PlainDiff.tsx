import type { CodeDiffProps } from '@/ui/code/types';

/** Two text areas with the diff editor's names and contract. */
export default function PlainDiff(props: CodeDiffProps) {
  return (
    <>
      <textarea readOnly aria-label={props.originalLabel} value={props.original} />
      <textarea
        readOnly
        aria-label={props.modifiedLabel}
        value={props.modified}
        data-language={props.language}
      />
    </>
  );
}
