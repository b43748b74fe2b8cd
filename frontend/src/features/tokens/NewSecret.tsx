import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Copyable, ShownOnce } from '@/ui/ShownOnce';

/** A call that works as it stands, to try the token with. */
export const curlSnippet = (origin: string, secret: string) =>
  [
    `curl ${origin}/graphql \\`,
    `  -H 'Authorization: Bearer ${secret}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query": "{ tools(first: 10) { nodes { name description } } }"}'`,
  ].join('\n');

type Props = { secret: string; onClose: () => void };

export function NewSecret({ secret, onClose }: Props) {
  const { t } = useTranslation('tokens');
  const snippet = curlSnippet(location.origin, secret);
  return (
    <ShownOnce
      title={t('secret.title')}
      warning={t('secret.once')}
      done={t('secret.done')}
      onClose={onClose}
    >
      <Copyable text={secret} label={t('secret.copy')} />
      <Typography.Text>{t('secret.try')}</Typography.Text>
      <Copyable text={snippet} label={t('secret.copySnippet')} />
    </ShownOnce>
  );
}
