import { Fragment, type ReactNode } from "react";

/** A text of a plain page: each line a paragraph, lines that begin with a dash one list. */
export function PlainText({ children }: { children: string }) {
  const blocks: { items: string[]; list: boolean }[] = [];
  for (const line of children.split("\n")) {
    const list = line.startsWith("- ");
    const last = blocks.at(-1);
    const item = list ? line.slice(2) : line;
    if (list && last?.list) last.items.push(item);
    else blocks.push({ items: [item], list });
  }
  return blocks.map(({ items, list }) => (
    <Fragment key={items[0]}>{list ? listOf(items) : <p>{items}</p>}</Fragment>
  ));
}

const listOf = (items: readonly string[]): ReactNode => (
  <ul>
    {items.map((item) => (
      <li key={item}>{item}</li>
    ))}
  </ul>
);
