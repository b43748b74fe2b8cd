import { LinkOutlined } from '@ant-design/icons';
import { App, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { graphql } from '@/graph/generated';
import { useAction } from '@/graph/useAction';
import { sentence } from '@/ui/refusal';
import { SignInLink } from './SignInLink';

const CreateSignInLinkDocument = graphql(`
  mutation CreateSignInLink($input: CreateSignInLinkInput!) {
    createSignInLink(input: $input) { signInPath userErrors { code message field } }
  }
`);

/** For who lost their password, or the link they were sent. */
export function SignInLinkButton({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('people');
  const { message } = App.useApp();
  const [path, setPath] = useState<string>();
  const [create, creating] = useAction(CreateSignInLinkDocument, (data) => data.createSignInLink);
  const make = async () => {
    const { payload, errors } = await create({ input: { user: id } });
    for (const error of errors) void message.error(sentence(error));
    if (payload?.signInPath) setPath(payload.signInPath);
  };
  const label = t('link.makeFor', { name });
  return (
    <>
      <Popconfirm
        title={t('link.makeSure', { name })}
        description={t('link.makeText')}
        okText={t('link.make')}
        onConfirm={make}
      >
        <Button
          size="small"
          icon={<LinkOutlined />}
          aria-label={label}
          title={label}
          loading={creating}
        />
      </Popconfirm>
      {path && <SignInLink path={path} onClose={() => setPath(undefined)} />}
    </>
  );
}
