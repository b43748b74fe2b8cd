import { Form, type FormInstance, Modal } from 'antd';
import type { ReactNode } from 'react';
import type { UserError } from '@/graph/faults';
import { UserErrors } from './UserErrors';

type Props<Values> = {
  title: string;
  /** What the button says, as `Create`. */
  submit: string;
  form: FormInstance<Values>;
  initialValues?: Partial<Values>;
  /** Refusals that belong to no field: they stand above the fields. */
  errors: readonly UserError[];
  busy: boolean;
  onSubmit: (values: Values) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is one form: what was typed stays until it is saved or left. */
export function FormDialog<Values extends object>({
  title,
  submit,
  form,
  initialValues,
  errors,
  busy,
  onSubmit,
  onClose,
  children,
}: Props<Values>) {
  return (
    <Modal
      open
      title={title}
      okText={submit}
      confirmLoading={busy}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={initialValues}
        onFinish={(values) => void onSubmit(values)}
      >
        <UserErrors errors={errors} />
        {children}
      </Form>
    </Modal>
  );
}
