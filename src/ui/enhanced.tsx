import type { ReactNode } from "react";

/**
 * A part of a page that works by itself and gets better with a script of `client/enhance`: `words` is what that script
 * may say, in the page's language. It loads at the first sign of use, or at once with `now`.
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
