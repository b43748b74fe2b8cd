import type { CodeEditorProps } from '@/ui/code/types';

/** A text area with the editor's name and contract. */
export default function PlainEditor({
  value,
  onChange,
  language,
  label,
  readOnly,
  markers,
}: CodeEditorProps) {
  return (
    <>
      <textarea
        aria-label={label}
        value={value}
        readOnly={readOnly}
        data-language={language}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {markers?.map((marker) => (
        <div key={`${marker.line}:${marker.column}`} role="note">
          {`${marker.line}:${marker.column} ${marker.message}`}
        </div>
      ))}
    </>
  );
}
