import type { ReactNode } from "react";

/**
 * A part of a page that works without JavaScript and is enhanced by a script in `client/enhance`. `texts` are the
 * script's texts in the page's language. The script loads at the first interaction, or at once with `immediate`.
 */
export function Enhanced({
  name,
  texts,
  immediate = false,
  children,
}: {
  name: string;
  texts?: Record<string, string>;
  immediate?: boolean;
  children: ReactNode;
}) {
  return (
    <div data-enhance={name} {...(immediate ? { "data-enhance-immediate": "" } : {})}>
      {texts ? (
        <script
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no "<" is left to end the element
          dangerouslySetInnerHTML={{ __html: JSON.stringify(texts).replace(/</g, "\\u003c") }}
        />
      ) : null}
      {children}
    </div>
  );
}
