import { readFileSync } from "node:fs";
import { join } from "node:path";
import { html, raw } from "hono/html";

export type Markup = ReturnType<typeof html>;

const STYLE = readFileSync(join(import.meta.dirname, "style.css"), "utf8");

/** A complete page. Everything put into its markup is escaped by `html`. */
export function layout(title: string, body: Markup, options: { plain?: boolean } = {}): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${options.plain ? "" : NAVIGATION}
<main>${body}</main>
</body>
</html>`;
}

const NAVIGATION = html`<header><strong><a href="/">Dev console</a></strong><a href="/inbox">Inbox</a><a href="/pushes">Push messages</a><a href="/payments">Payments</a><a href="/e-factura">e-Factura</a><a href="/events">Events</a></header>`;

export function notFoundPage(): Markup {
  return layout(
    "Not found",
    html`<h1>Not found</h1><p>There is no page at this address. <a href="/">Back to the start</a></p>`,
  );
}

/** A time in milliseconds as the developer's machine would write it, to the second. */
export function moment(at: number): string {
  return new Date(at).toISOString().replace("T", " ").slice(0, 19).concat(" UTC");
}

/** An amount in bani, or cents. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100);
