import { type DocumentType, graphql } from '@/graph/generated';

export const CategoryRow_category = graphql(`
  fragment CategoryRow_category on Category {
    id
    name
    description
    parent { id }
    children { id }
    tools(first: 1, includeDescendants: false) { totalCount }
  }
`);

export type CategoryRow = DocumentType<typeof CategoryRow_category>;
