import { DownloadOutlined } from '@ant-design/icons';
import { Button, Card, Flex, Image, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { formatBytes } from '@/ui/time';

export const Artifacts_artifact = graphql(`
  fragment Artifacts_artifact on ExecutionArtifact {
    id
    name
    mimeType
    size
    url
  }
`);

type Masked = FragmentType<typeof Artifacts_artifact>;

const PREVIEWED = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/svg+xml']);
const LARGEST_PREVIEW = 10_000_000;

/** The files a run made, to download; pictures are shown. */
export function Artifacts({ artifacts }: { artifacts: readonly Masked[] }) {
  const { t } = useTranslation('executions');
  if (artifacts.length === 0) return null;
  return (
    <Card size="small" title={t('detail.artifacts')}>
      <Flex gap={16} wrap>
        {readFragment(Artifacts_artifact, artifacts).map(({ id, name, mimeType, size, url }) => (
          <Flex key={id} vertical gap={8} style={{ maxWidth: 320 }}>
            {PREVIEWED.has(mimeType) && size <= LARGEST_PREVIEW && (
              <Image src={url} alt={name} width={240} style={{ objectFit: 'contain' }} />
            )}
            <Button icon={<DownloadOutlined />} href={url} download={name}>
              <Typography.Text ellipsis style={{ maxWidth: 180, color: 'inherit' }}>
                {name}
              </Typography.Text>{' '}
              ({formatBytes(size)})
            </Button>
          </Flex>
        ))}
      </Flex>
    </Card>
  );
}
