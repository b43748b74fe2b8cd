import { Alert } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { TextProblem } from '../content';
import type { Problem } from '../problems';

type Props = { syntax: readonly TextProblem[]; problems: readonly Problem[] };

/** Everything that is wrong with the draft in one place, also for those who can't see the marks. */
export function ProblemList({ syntax, problems }: Props) {
  const { t } = useTranslation('tools');
  const lines = [
    ...syntax.map((each) => textProblem(each, t)),
    ...problems.map(({ field, message }) => {
      const path = (field ?? []).filter((step) => step !== 'content').join('.');
      return path ? `${path}: ${message}` : message;
    }),
  ];
  if (lines.length === 0) return null;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={t('editor.problems', { count: new Set(lines).size })}
      description={
        <ul style={{ margin: 0, paddingInlineStart: 18, overflowWrap: 'anywhere' }}>
          {[...new Set(lines)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
    />
  );
}

export const textProblem = ({ field, problem, line, column }: TextProblem, t: TFunction<'tools'>) =>
  t('editor.notJson', {
    field: field.join('.'),
    line,
    column,
    reason: t(`json.${problem.reason}`),
  });
