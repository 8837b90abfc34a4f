import { type ComponentType, createElement } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { createTranslator, type Texts } from "@/shared/i18n/translator";
import { type Page, PageProvider } from "@/ui/page-context";

type IslandData = { props: object; page: Omit<Page, "t" | "url">; texts: Texts };

/** Hydrates what the server rendered with `Island`: the same component with the same props, texts and id prefix. */
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
  keepTypedText(root, () => flushSync(() => hydrateRoot(root, content, { identifierPrefix: prefix })));
}

/**
 * Hydration resets a text area to the server's text, while inputs keep the typed one. Runs synchronously, so that no
 * typing happens in between.
 */
function keepTypedText(root: Element, hydrateNow: () => void): void {
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
