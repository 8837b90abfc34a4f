import { html, raw } from "hono/html";

export type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --paper: #faf8f3; --card: #fff; --ink: #1f2421; --soft: #5c645f; --line: #dcd8cd; --go: #1d5c43; --go-ink: #fff; --bad: #a12b20; --good: #1d5c43; }
@media (prefers-color-scheme: dark) { :root { --paper: #171a18; --card: #20241f; --ink: #ecebe4; --soft: #a7ada6; --line: #3a3f39; --go: #7cc7a2; --go-ink: #10241a; --bad: #f19a8f; --good: #7cc7a2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; align-items: baseline; border-bottom: 1px solid var(--line); }
header strong { margin-right: auto; }
h1 { font-size: 1.5rem; line-height: 1.2; margin: .5rem 0 1rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
a { color: var(--go); }
p, dl { margin: .5rem 0; }
.soft { color: var(--soft); font-size: .9rem; }
.bad { color: var(--bad); } .good { color: var(--good); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 1rem 0; }
.narrow { max-width: 28rem; margin-inline: auto; }
.notice { border-left: .25rem solid currentColor; padding: .25rem .75rem; }
.amount { font-size: 2rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
table:has(thead) { min-width: 44rem; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-size: .85rem; color: var(--soft); font-weight: 600; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { white-space: pre-wrap; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; }
label { display: block; font-weight: 600; font-size: .9rem; margin-top: .75rem; }
label.inline { display: inline-flex; gap: .4rem; align-items: center; margin: 0; font-weight: 400; }
input:not([type=checkbox]), select { width: 100%; min-height: 44px; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: .5rem; }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem; align-items: end; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin-top: 1rem; }
.actions input:not([type=checkbox]) { width: 6rem; }
button { min-height: 44px; padding: .5rem 1rem; font: inherit; font-weight: 600; color: inherit; background: transparent; border: 1px solid var(--soft); border-radius: .5rem; cursor: pointer; }
button.go { background: var(--go); border-color: var(--go); color: var(--go-ink); }
button.wide { width: 100%; margin-top: .75rem; }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px; }
iframe { width: 100%; height: 40rem; border: 1px solid var(--line); border-radius: .5rem; background: #fff; }
.text { white-space: pre-wrap; }
`;

/** A complete page. Everything put into its markup is escaped by `html`. */
export function layout(
  title: string,
  body: Markup,
  options: { lang?: string; plain?: boolean } = {},
): Markup {
  return html`<!doctype html>
<html lang="${options.lang ?? "en"}">
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

const NAVIGATION = html`<header><strong><a href="/">Dev console</a></strong><a href="/inbox">Inbox</a><a href="/pushes">Push messages</a><a href="/payments">Payments</a><a href="/events">Events</a><a href="/faults">Faults</a></header>`;

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

/** An amount in the currency's smallest unit, as `locale` writes it. */
export function money(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
