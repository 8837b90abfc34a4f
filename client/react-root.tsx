import { type ComponentType, createElement } from "react";
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
  hydrateRoot(
    root,
    <PageProvider page={page}>{createElement(component as ComponentType, data.props)}</PageProvider>,
    {
      identifierPrefix: prefix,
    },
  );
}
