import type { ReactNode } from "react";

/**
 * A part of a page that works without JavaScript and is enhanced by a script in `client/enhance`. `words` are the
 * script's texts in the page's language. The script loads at the first interaction, or immediately with `now`.
 */
export function Enhanced({
  name,
  words,
  now = false,
  children,
}: {
  name: string;
  words?: Record<string, string>;
  now?: boolean;
  children: ReactNode;
}) {
  return (
    <div data-enhance={name} {...(now ? { "data-enhance-now": "" } : {})}>
      {words ? (
        <script
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no "<" is left to end the element
          dangerouslySetInnerHTML={{ __html: JSON.stringify(words).replace(/</g, "\\u003c") }}
        />
      ) : null}
      {children}
    </div>
  );
}
