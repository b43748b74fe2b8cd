import { type DragEvent, useState } from 'react';
import type { CategoryRow } from './categoryRow';
import { withDescendants } from './tree';
import type { Move } from './useMove';

/** A place to drop on: a category, or the top of the tree. */
export type Target = CategoryRow | null;
const keyOf = (target: Target) => target?.id ?? 'top';

/** Dragging categories over the tree: what is dragged, where it may go, and what is below the pointer. */
export function useDrag(rows: readonly CategoryRow[], onMove: Move) {
  const [dragged, setDragged] = useState<CategoryRow>();
  const [over, setOver] = useState<string>();
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const takes = (target: Target): boolean =>
    dragged !== undefined &&
    (target === null
      ? Boolean(dragged.parent)
      : target.id !== dragged.parent?.id && !withDescendants(rows, dragged.id).has(target.id));
  return {
    dragged,
    isOver: (target: Target) => over === keyOf(target) && takes(target),
    source: (category: CategoryRow) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', category.name);
        setDragged(category);
      },
      onDragEnd: end,
    }),
    target: (target: Target) => ({
      onDragOver: (event: DragEvent) => {
        if (!takes(target)) return;
        event.preventDefault();
        setOver(keyOf(target));
      },
      onDragLeave: () => setOver((now) => (now === keyOf(target) ? undefined : now)),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged && takes(target)) void onMove(dragged, target);
        end();
      },
    }),
  };
}

export type Drag = ReturnType<typeof useDrag>;
