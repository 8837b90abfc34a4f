import { type ComponentType, createElement, type ReactNode, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { hydrateRoot } from "react-dom/client";
import { createTranslator, type Texts } from "@/shared/i18n/translator";
import { type Page, PageProvider } from "@/ui/page-context";
import { keepInput } from "./keep-input";

type IslandData = { props: object; page: Omit<Page, "t" | "url">; texts: Texts };

/**
 * Hydrates what the server rendered with `Island`: the same component with the same props and texts. What the user has
 * typed and focused stays. Synchronous, so that nothing is typed in between.
 */
export function hydrateIsland(root: Element, component: ComponentType<never>, data: IslandData): void {
  const page = { ...data.page, t: createTranslator(data.page.locale, data.texts) };
  const input = keepInput(root);
  flushSync(() =>
    hydrateRoot(
      root,
      <PageProvider page={page}>
        <AfterHydration run={input.restoreValues}>
          {createElement(component as ComponentType, data.props)}
        </AfterHydration>
      </PageProvider>,
    ),
  );
  input.restoreFocus();
}

/** Runs a function after the first render, before the effects of the island. */
function AfterHydration({ run, children }: { run(): void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(run, []);
  return children;
}
