import { type ComponentType, createElement } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { createTranslator, type Texts } from "@/shared/i18n/translator";
import { type Page, PageProvider } from "@/ui/page-context";

type IslandData = { props: object; page: Omit<Page, "t" | "url">; texts: Texts };

/** The other half of the server's `Island`: the same component under the same prefix, with the texts it was sent. */
export function hydrateIsland(
  root: Element,
  component: ComponentType<never>,
  data: IslandData,
  prefix: string,
): void {
  const page = { ...data.page, t: createTranslator(data.page.locale, data.texts) };
  const content = (
    <PageProvider page={page}>{createElement(component as ComponentType, data.props)}</PageProvider>
  );
  keepingTyped(root, () => flushSync(() => hydrateRoot(root, content, { identifierPrefix: prefix })));
}

/**
 * When React hydrates a textarea, it restores what the server sent (inputs keep what was typed before). Runs
 * synchronously, so that no typing happens in between.
 */
function keepingTyped(root: Element, hydrateNow: () => void): void {
  const typed = [...root.querySelectorAll("textarea")].map((area) => {
    const { value, selectionStart, selectionEnd } = area;
    return { area, value, selectionStart, selectionEnd };
  });
  hydrateNow();
  for (const { area, value, selectionStart, selectionEnd } of typed) {
    if (area.value === value) continue;
    area.value = value;
    area.setSelectionRange(selectionStart, selectionEnd);
  }
}
