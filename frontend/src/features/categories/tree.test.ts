import { describe, expect, it } from 'vitest';
import {
  buildTree,
  type CategoryNode,
  type FlatCategory,
  pathTo,
  treeOptions,
  withDescendants,
} from './tree';

const category = (id: string, parent?: string): FlatCategory => ({
  id,
  name: id.toUpperCase(),
  parent: parent ? { id: parent } : null,
});
const list = [
  category('b'),
  category('c', 'b'),
  category('a'),
  category('d', 'c'),
  category('e', 'b'),
];
const draw = (nodes: CategoryNode<FlatCategory>[]): string =>
  nodes
    .map(({ category: { id }, children }) => id + (children.length ? `(${draw(children)})` : ''))
    .join(' ');

describe('the category tree', () => {
  it('nests children under parents, siblings by name', () => {
    expect(draw(buildTree(list))).toBe('a b(c(d) e)');
  });

  it('loses no category when a parent is missing or the data loops', () => {
    expect(draw(buildTree([category('x', 'gone')]))).toBe('x');
    expect(draw(buildTree([category('x', 'y'), category('y', 'x')]))).toBe('x y');
  });

  it('does not offer a category itself or what lies below it as its new parent', () => {
    const own = withDescendants(list, 'c');
    expect([...own].sort()).toEqual(['c', 'd']);
    const b = treeOptions(list, own).find((option) => option.value === 'b');
    expect(b?.children.map(({ value, disabled }) => [value, disabled])).toEqual([
      ['c', true],
      ['e', false],
    ]);
  });

  it('tells the way from the root', () => {
    expect(pathTo(list, 'd').path.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
  });
});
