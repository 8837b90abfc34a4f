import { options } from "preact";
import { type ComponentType, createElement } from "react";
import { hydrateRoot } from "react-dom/client";
import { createTranslator, type Texts } from "@/shared/i18n/translator";
import { type Page, PageProvider } from "@/ui/page-context";

type IslandData = { props: object; page: Omit<Page, "t" | "url">; texts: Texts };

// As React does after an event of the user. Preact waits for the next frame, when another key may have been pressed.
options.requestAnimationFrame = queueMicrotask;

/** Hydrates what the server rendered with `Island`: the same component with the same props and texts. */
export function hydrateIsland(root: Element, component: ComponentType<never>, data: IslandData): void {
  const page = { ...data.page, t: createTranslator(data.page.locale, data.texts) };
  hydrateRoot(
    root,
    <PageProvider page={page}>{createElement(component as ComponentType, data.props)}</PageProvider>,
  );
}
