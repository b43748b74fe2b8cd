import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';

export const SHORTEST_PASSWORD = 10;
export type NewPassword = { password: string; repeated: string };

/** Two fields of a form, `password` and `repeated`, that must agree. */
export function NewPasswordFields() {
  const { t } = useTranslation('sign-in');
  return (
    <>
      <Form.Item
        name="password"
        label={t('newPassword')}
        extra={t('passwordRule', { count: SHORTEST_PASSWORD })}
        rules={[
          { required: true, message: t('passwordMissing') },
          { min: SHORTEST_PASSWORD, message: t('passwordShort', { count: SHORTEST_PASSWORD }) },
        ]}
        validateTrigger="onBlur"
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={t('repeatPassword')}
        dependencies={['password']}
        rules={[
          { required: true, message: t('repeatMissing') },
          ({ getFieldValue }) => ({
            validator: (_rule, value) =>
              !value || value === getFieldValue('password')
                ? Promise.resolve()
                : Promise.reject(new Error(t('repeatDiffers'))),
          }),
        ]}
        validateTrigger="onBlur"
      >
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}
