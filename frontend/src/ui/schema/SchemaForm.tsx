import { Flex, Segmented } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserError } from '@/graph/faults';
import { JsonEditor } from '@/ui/code/JsonEditor';
import { ErrorBoundary } from '@/ui/ErrorBoundary';
import { Loading } from '@/ui/Loading';

const Fields = lazy(() => import('./SchemaFields'));

export type SchemaFormProps = {
  /** A JSON Schema with an object at the top; anything odd falls back to the JSON view. */
  schema: unknown;
  value: unknown;
  onChange: (value: unknown) => void;
  /** Called with a value that fits the schema, defaults filled in. */
  onSubmit: (value: unknown) => void;
  /** Buttons; one of them with `htmlType="submit"`. */
  actions: ReactNode;
  /** Refusals from the server, shown at their fields; `field` is the path inside the value. */
  errors?: readonly UserError[];
  disabled?: boolean;
  label: string;
};

type View = 'form' | 'json';

/** The same value as a form drawn from its schema, or as JSON: switching loses nothing. */
export function SchemaForm(props: SchemaFormProps) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('form');
  const json = <JsonView {...props} />;
  return (
    <Flex vertical gap={12}>
      <Segmented<View>
        aria-label={t('form.view')}
        value={view}
        onChange={setView}
        options={[
          { value: 'form', label: t('form.form') },
          { value: 'json', label: t('form.json') },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {view === 'json' ? (
        json
      ) : (
        <ErrorBoundary resetKey={props.schema} fallback={() => json}>
          <Suspense fallback={<Loading />}>
            <Fields {...props} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Flex>
  );
}

function JsonView({
  schema,
  value,
  onChange,
  onSubmit,
  actions,
  label,
  disabled,
}: SchemaFormProps) {
  const [valid, setValid] = useState(true);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (valid) onSubmit(value);
      }}
    >
      <Flex vertical gap={12}>
        <JsonEditor
          label={label}
          schema={schema}
          value={value}
          onChange={onChange}
          onValidity={setValid}
          readOnly={disabled}
        />
        {actions}
      </Flex>
    </form>
  );
}
