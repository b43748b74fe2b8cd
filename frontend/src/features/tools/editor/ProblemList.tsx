import { Alert, Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ServerWords } from '@/ui/ServerWords';
import type { TextProblem } from '../content';
import { type Problem, placeOf } from '../problems';

/** Where a problem is: the path in the content, and the place in the text where that is known. */
export type Place = { field: readonly string[]; line?: number; column?: number };

type Props = {
  syntax: readonly TextProblem[];
  problems: readonly Problem[];
  warnings: readonly Problem[];
  unavailable: string | null;
  onGo: (place: Place) => void;
};

/** `own`: in the reader's language, not the server's. */
type Line = Place & { text: string; own?: boolean };

/** Everything that is wrong with the draft in one place, also for those who can't see the marks. */
export function ProblemList({ syntax, problems, warnings, unavailable, onGo }: Props) {
  const { t } = useTranslation('tools');
  const { t: words } = useTranslation('editor');
  const errors = distinct([
    ...syntax.map((each) => ({ ...each, text: textProblem(each, t), own: true })),
    ...problems.map(lineOf),
  ]);
  const doubts = distinct(warnings.map(lineOf));
  return (
    <>
      {unavailable && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={words('check.unavailable')}
          description={<ServerWords>{unavailable}</ServerWords>}
        />
      )}
      {errors.length > 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={t('editor.problems', { count: errors.length })}
          description={<Lines lines={errors} onGo={onGo} />}
        />
      )}
      {doubts.length > 0 && (
        <Alert
          type="warning"
          showIcon
          role="status"
          title={words('check.warnings', { count: doubts.length })}
          description={<Lines lines={doubts} onGo={onGo} />}
        />
      )}
    </>
  );
}

const distinct = (lines: readonly Line[]): Line[] => [
  ...new Map(lines.map((line) => [line.text, line])).values(),
];

function lineOf({ field, message }: Problem): Line {
  const path = (field ?? []).filter((step) => step !== 'content');
  const text = path.length > 0 ? `${path.join('.')}: ${message}` : message;
  return { field: path, text, ...(path[0] === 'scriptContent' ? placeOf(message) : null) };
}

const Words = ({ line: { text, own } }: { line: Line }) =>
  own ? text : <ServerWords>{text}</ServerWords>;

function Lines({ lines, onGo }: { lines: readonly Line[]; onGo: (place: Place) => void }) {
  return (
    <ul style={{ margin: 0, paddingInlineStart: 18, overflowWrap: 'anywhere' }}>
      {lines.map((line) => (
        <li key={line.text}>
          {line.field.length > 0 ? (
            <Button
              type="link"
              size="small"
              onClick={() => onGo(line)}
              style={{ padding: 0, height: 'auto', whiteSpace: 'normal', textAlign: 'start' }}
            >
              <Words line={line} />
            </Button>
          ) : (
            <Words line={line} />
          )}
        </li>
      ))}
    </ul>
  );
}

export const textProblem = ({ field, problem, line, column }: TextProblem, t: TFunction<'tools'>) =>
  t('editor.notJson', {
    field: field.join('.'),
    line,
    column,
    reason: t(`json.${problem.reason}`),
  });
