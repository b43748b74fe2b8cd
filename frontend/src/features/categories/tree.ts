/** A category as the API lists it: flat, each naming its parent. */
export type FlatCategory = { id: string; name: string; parent?: { id: string } | null };
export type CategoryNode<Category extends FlatCategory> = {
  category: Category;
  children: CategoryNode<Category>[];
};

/** The tree, siblings by name. A category whose parent is unknown, or in a loop, becomes a root: none is lost. */
export function buildTree<Category extends FlatCategory>(
  categories: readonly Category[],
): CategoryNode<Category>[] {
  const nodes = new Map(
    categories.map((category): [string, CategoryNode<Category>] => [
      category.id,
      { category, children: [] },
    ]),
  );
  const roots: CategoryNode<Category>[] = [];
  for (const node of nodes.values()) {
    const parent = nodes.get(node.category.parent?.id ?? '');
    const siblings =
      parent && !pathTo(categories, node.category.id).looped ? parent.children : roots;
    siblings.push(node);
  }
  sortByName(roots);
  return roots;
}

function sortByName<Category extends FlatCategory>(nodes: CategoryNode<Category>[]): void {
  nodes.sort((a, b) => a.category.name.localeCompare(b.category.name));
  for (const node of nodes) sortByName(node.children);
}

/** The categories from the root down to and with `id`. */
export function pathTo<Category extends FlatCategory>(
  categories: readonly Category[],
  id: string,
): { path: Category[]; looped: boolean } {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const path: Category[] = [];
  for (let next = byId.get(id); next; next = byId.get(next.parent?.id ?? '')) {
    if (path.includes(next)) return { path, looped: true };
    path.unshift(next);
  }
  return { path, looped: false };
}

/** `id` and everything below it: where it can't be moved to. */
export function withDescendants(categories: readonly FlatCategory[], id: string): Set<string> {
  const within = categories.filter(({ id: other }) =>
    pathTo(categories, other).path.some((category) => category.id === id),
  );
  return new Set(within.map((category) => category.id));
}

export type TreeOption = {
  value: string;
  title: string;
  disabled?: boolean;
  children: TreeOption[];
};

/** The tree for a tree select; `disabled` ids can be seen but not chosen. */
export function treeOptions(
  categories: readonly FlatCategory[],
  disabled: ReadonlySet<string> = new Set(),
): TreeOption[] {
  const option = ({ category, children }: CategoryNode<FlatCategory>): TreeOption => ({
    value: category.id,
    title: category.name,
    disabled: disabled.has(category.id),
    children: children.map(option),
  });
  return buildTree(categories).map(option);
}
