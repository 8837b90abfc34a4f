import { type ComponentType, createElement } from "react";
import { renderToString } from "react-dom/server";
import { PageProvider, usePage } from "@/ui/page-context";
import { selectIslandTexts } from "./texts";

export type IslandProps<P extends object> = {
  /** The island's name in `client/watch-islands.ts`. */
  name: string;
  component: ComponentType<P>;
  props: P;
  /** Prefix of `localStorage` keys; if the browser has such a key, the island is hydrated immediately. */
  storedKey?: string | null;
  /** Whether to hydrate it as soon as the page is loaded. */
  immediate?: boolean;
  /** Texts of the island: pages of `locales/`, or parts of them such as "profile.picture". */
  texts: readonly string[];
};

/**
 * An interactive part of a page: its own React root, rendered here and hydrated just before use. Props and texts are
 * sent as JSON, so they must be plain data. Islands can't be nested.
 */
export function Island<P extends object>({
  name,
  component,
  props,
  texts,
  storedKey,
  immediate,
}: IslandProps<P>) {
  const page = usePage();
  const { t: _, ...details } = page;
  const html = renderToString(<PageProvider page={page}>{createElement(component, props)}</PageProvider>);
  const data = JSON.stringify({ props, page: details, texts: selectIslandTexts(page.locale, texts) });
  return (
    <div
      data-island={name}
      data-stored-key={storedKey ?? undefined}
      data-immediate={immediate ? "" : undefined}
    >
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: markup that React itself rendered two lines above */}
      <div data-island-root dangerouslySetInnerHTML={{ __html: html }} />
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no "<" is left to end the element
        dangerouslySetInnerHTML={{ __html: data.replace(/</g, "\\u003c") }}
      />
    </div>
  );
}
