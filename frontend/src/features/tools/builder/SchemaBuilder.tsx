import { Alert, Flex, theme } from 'antd';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsWide } from '@/app/useIsWide';
import { pathKey, positionAt } from '../jsonText';
import { type JsonNode, nodeAt, type Path, readTree } from '../jsonTree';
import { type Problem, pathUnder } from '../problems';
import { Details, type Edit } from './Details';
import { Outline } from './Outline';
import { isSchemaNode, outlineOf, type Row, refsTo, rowAt } from './outline';
import { addDefinition, addProperty, moveSchema, removeSchema, takesFields } from './schemaEdit';
import { Toolbar } from './Toolbar';
import { useHistory } from './useHistory';

export type SchemaBuilderProps = {
  /** The schema's JSON text: the truth, which every edit changes as little as it can. */
  text: string;
  onChange: (text: string) => void;
  label: string;
  problems: readonly Problem[];
  /** The field of the tool's content, which the problems' paths begin with. */
  field: 'inputSchema' | 'outputSchema';
  readOnly: boolean;
  /** The path of a problem that was clicked, as the problem gives it (`inputSchema`, …); a new list each time. */
  goal?: readonly string[] | null;
};

/** A JSON Schema drawn as a tree of fields, each with all that can be said of it. */
export default function SchemaBuilder(props: SchemaBuilderProps) {
  const { t } = useTranslation('editor');
  const { t: words } = useTranslation('tools');
  const read = useMemo(() => readTree(props.text), [props.text]);
  if (read.problem) {
    const place = positionAt(props.text, read.problem.offset);
    const reason = words(`json.${read.problem.reason}`);
    const title = t('builder.unreadable', { ...place, reason });
    return <Alert type="warning" showIcon role="note" title={title} />;
  }
  if (!isSchemaNode(read.tree))
    return <Alert type="warning" showIcon role="note" title={t('builder.noSchema')} />;
  return <Builder {...props} tree={read.tree} />;
}

type Selection = { path: Path; session: number };

function Builder(props: SchemaBuilderProps & { tree: JsonNode }) {
  const { text, tree, readOnly, label } = props;
  const { t } = useTranslation('editor');
  const { token } = theme.useToken();
  const isWide = useIsWide();
  const details = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => outlineOf(tree), [tree]);
  const [selection, setSelection] = useState<Selection>({ path: [], session: 0 });
  const [reached, setReached] = useState<readonly string[] | null>(null);
  if (props.goal && props.goal !== reached) {
    setReached(props.goal);
    setSelection(({ session }) => ({ path: props.goal?.slice(1) ?? [], session: session + 1 }));
  }
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const history = useHistory(text, props.onChange);
  const row = rowAt(rows, selection.path) ?? (rows[0] as Row);
  const node = nodeAt(tree, row.path) as JsonNode;
  const select = (path: Path) => setSelection((old) => ({ path, session: old.session + 1 }));
  const edit: Edit = (after, about, path) => {
    if (path) setSelection((old) => ({ ...old, path }));
    history.record(after, `${selection.session} ${about}`);
  };
  const change = (after: string, path: Path) => {
    select(path);
    history.record(after, `${selection.session} ${Math.random()}`);
  };
  const focusName = () =>
    requestAnimationFrame(() => {
      const name = details.current?.querySelector('input');
      name?.focus();
      name?.select();
    });
  const holder = holderOf(row, tree);
  const add = () => {
    if (!holder) return;
    const added = addProperty(text, holder.path, holder.index);
    change(added.text, added.path);
    focusName();
  };
  const define = () => {
    const added = addDefinition(text);
    change(added.text, added.path);
    focusName();
  };
  const uses = row.kind === 'definition' ? [...refsTo(tree, row.path)].length : 0;
  const removable = row.kind !== 'root' && uses === 0;
  const remove = () => {
    if (!removable) return;
    const [neighbour] = rows.filter((each) => isBeside(each, row));
    change(removeSchema(text, row.path), neighbour?.path ?? row.path.slice(0, -1));
  };
  const canMove = (by: number) => row.index + by >= 0 && row.index + by < row.count;
  const shift = (by: number) => canMove(by) && change(moveSchema(text, row.path, by), row.path);
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.key === 'Enter') details.current?.querySelector('input')?.focus();
    else if (readOnly) return false;
    else if (event.altKey && event.key === 'ArrowUp') shift(-1);
    else if (event.altKey && event.key === 'ArrowDown') shift(1);
    else if (event.key === 'Delete') remove();
    else if (event.key === 'Insert') add();
    else return false;
    return true;
  };
  const broken = brokenRows(rows, props);
  return (
    <Flex
      vertical
      gap={8}
      role="group"
      aria-label={label}
      onKeyDown={(event: KeyboardEvent) => {
        const undoes = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z';
        if (
          !undoes ||
          event.target instanceof HTMLInputElement ||
          event.target instanceof HTMLTextAreaElement
        )
          return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      }}
    >
      {!readOnly && (
        <Toolbar
          history={history}
          onAdd={holder ? add : undefined}
          onDefine={define}
          onRemove={removable ? remove : undefined}
          uses={uses}
          onUp={canMove(-1) ? () => shift(-1) : undefined}
          onDown={canMove(1) ? () => shift(1) : undefined}
        />
      )}
      <div
        style={{
          display: 'grid',
          gridTemplateColumns: isWide ? 'minmax(200px, 2fr) 3fr' : '1fr',
          border: `1px solid ${token.colorBorder}`,
          borderRadius: token.borderRadius,
          overflow: 'hidden',
          background: token.colorBgContainer,
        }}
      >
        <div style={{ padding: 6, overflow: 'auto', maxHeight: isWide ? PANE : 260 }}>
          <Outline
            rows={rows}
            selected={row}
            folded={folded}
            broken={new Set(broken.keys())}
            rootName={label}
            onSelect={({ path }) => select(path)}
            onFold={({ key }, fold) =>
              setFolded(
                (old) => new Set(fold ? [...old, key] : [...old].filter((each) => each !== key)),
              )
            }
            onKey={onKey}
          />
        </div>
        <section
          ref={details}
          aria-label={t('builder.details')}
          style={{
            padding: 10,
            overflow: 'auto',
            maxHeight: isWide ? PANE : undefined,
            ...(isWide
              ? { borderInlineStart: `1px solid ${token.colorBorder}` }
              : { borderBlockStart: `1px solid ${token.colorBorder}` }),
          }}
        >
          <Details
            key={selection.session}
            {...{ text, tree, node, row, readOnly, edit }}
            mustBeObject={row.kind === 'root' && props.field === 'inputSchema'}
            problems={broken.get(row.key) ?? []}
          />
        </section>
      </div>
    </Flex>
  );
}

const PANE = 'clamp(320px, 60vh, 720px)';

const isBeside = (one: Row, other: Row): boolean =>
  one.kind === other.kind &&
  pathKey(one.path.slice(0, -1)) === pathKey(other.path.slice(0, -1)) &&
  Math.abs(one.index - other.index) === 1;

/** Where a new field goes: into the selected object, into what its list holds, or beside the selected field. */
function holderOf(row: Row, tree: JsonNode): { path: Path; index?: number } | null {
  const into = (path: Path) => takesFields(nodeAt(tree, path));
  if (row.type !== 'any' || row.kind === 'root' || row.kind === 'items') {
    if (into(row.path)) return { path: row.path };
    const items = [...row.path, 'items'];
    if (into(items)) return { path: items };
  }
  if (row.kind === 'property') return { path: row.path.slice(0, -2), index: row.index + 1 };
  return into([]) ? { path: [] } : null;
}

/** The server's problems at the fields that they are about. */
function brokenRows(rows: readonly Row[], { problems, field }: SchemaBuilderProps) {
  const found = new Map<string, Problem[]>();
  for (const problem of problems) {
    const path = pathUnder(problem, 'content', field);
    const row = path && rowAt(rows, path);
    if (row) found.set(row.key, [...(found.get(row.key) ?? []), problem]);
  }
  return found;
}
