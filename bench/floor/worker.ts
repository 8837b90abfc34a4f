import type { D1Database } from "@cloudflare/workers-types";
import { COUNTIES, LEVELS, LOCATIONS, type Option, SORTS, SUBJECTS } from "./codes";

/*
 * The floor: what a list page and a listing page cost at least in workerd with D1. One indexed statement, template
 * strings, no framework, no import from the app. Never deployed.
 */
type Row = {
  id: number;
  title: string;
  teacher: string;
  subject: string;
  levels: number;
  county: string;
  location: string;
  price: number;
  text: string;
  rating: number;
  reviews: number;
  picture: string;
  promoted: number;
  published_ts: number;
};

const PER_PAGE = 20;
const COLUMNS =
  "id, title, teacher, subject, levels, county, location, price, rating, reviews, picture, promoted, published_ts";
const ORDERS: Readonly<Record<string, string>> = {
  newest: "promoted desc, published_ts desc, id desc",
  price: "promoted desc, price, id",
  "-price": "promoted desc, price desc, id desc",
  rating: "promoted desc, rating desc, id desc",
};
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const TOP = `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Listings</title><link rel="stylesheet" href="/site.css"></head><body><header><strong>Listings</strong><nav><a href="/tutoring">All listings</a><a href="/tutoring/new">Add a listing</a></nav></header><main>`;
const BOTTOM = "</main><footer>All rights reserved.</footer></body></html>";
const HTML = { headers: { "content-type": "text/html; charset=utf-8" } };

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string): string =>
  /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign) : text;

const subjectLabels = new Map(SUBJECTS);
const countyLabels = new Map(COUNTIES);
const locationLabels = new Map(LOCATIONS);
const formatLevels = (bits: number): string =>
  LEVELS.filter((_, bit) => bits & (1 << bit))
    .map(([, label]) => label)
    .join(", ");

/** Markup of a select field, memoised for each selected value. */
function createSelect(name: string, label: string, options: readonly Option[], all: string | null) {
  const markup = new Map<string, string>();
  const render = (selected: string) => {
    const first = all === null ? "" : `<option value="">${all}</option>`;
    const rest = options.map(
      ([code, text]) => `<option value="${code}"${code === selected ? " selected" : ""}>${text}</option>`,
    );
    return `<label>${label}<select name="${name}">${first}${rest.join("")}</select></label>`;
  };
  return (selected: string): string => {
    let found = markup.get(selected);
    if (found === undefined) {
      found = render(selected);
      markup.set(selected, found);
    }
    return found;
  };
}
const subjectField = createSelect("subject", "Subject", SUBJECTS, "All subjects");
const levelField = createSelect("level", "Level", LEVELS, "All levels");
const countyField = createSelect("county", "County", COUNTIES, "All counties");
const locationField = createSelect("location", "Place", LOCATIONS, "Anywhere");
const sortField = createSelect("sort", "Order", SORTS, null);
const priceField = (name: string, label: string, value: number) =>
  `<label>${label}<input name="${name}" type="number" min="0" step="5"${value ? ` value="${value}"` : ""}></label>`;

const formatFacts = ({ teacher, subject, levels, county, location }: Row): string =>
  `${escapeHtml(teacher)} · ${subjectLabels.get(subject)} · ${formatLevels(levels)} · ${countyLabels.get(county)} · ${locationLabels.get(location)}`;
function formatRating({ rating, reviews, published_ts }: Row): string {
  const date = new Date(published_ts * 1000);
  return `★ ${rating.toFixed(1)} (${reviews} reviews) · <time datetime="${date.toISOString()}">${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}</time>`;
}
const promotedBadge = ({ promoted }: Row): string => (promoted ? '<span class="badge">Promoted</span>' : "");

const renderCard = (row: Row): string =>
  `<li><article class="card" data-id="${row.id}"><img src="${escapeHtml(row.picture)}" alt="" width="96" height="96" loading="lazy"><div><h2><a href="/tutoring/${row.id}">${escapeHtml(row.title)}</a>${promotedBadge(row)}</h2><p class="facts">${formatFacts(row)}</p><p>${escapeHtml(row.text)}…</p><p class="facts">${formatRating(row)}</p></div><p class="price">${row.price} lei / hour</p></article></li>`;

const hasCode = (options: readonly Option[], code: string): boolean =>
  options.some(([known]) => known === code);

async function renderList(db: D1Database, params: URLSearchParams): Promise<Response> {
  const read = (name: string, options: readonly Option[]): string => {
    const code = params.get(name) ?? "";
    return hasCode(options, code) ? code : "";
  };
  const readNumber = (name: string): number => {
    const value = Number(params.get(name));
    return Number.isInteger(value) && value > 0 ? value : 0;
  };
  const subject = read("subject", SUBJECTS);
  const county = read("county", COUNTIES);
  const level = read("level", LEVELS);
  const location = read("location", LOCATIONS);
  const sort = read("sort", SORTS) || "newest";
  const min = readNumber("min");
  const max = readNumber("max");
  const page = readNumber("page") || 1;

  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const filter = (condition: string, value: string | number) => {
    conditions.push(condition);
    values.push(value);
  };
  if (subject) filter("subject = ?", subject);
  if (county) filter("county = ?", county);
  if (level) filter("levels & ? <> 0", 1 << LEVELS.findIndex(([code]) => code === level));
  if (location) filter("location = ?", location);
  if (min) filter("price >= ?", min);
  if (max) filter("price <= ?", max);
  const where = conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
  const { results } = await db
    .prepare(
      `select ${COLUMNS}, substr(description, 1, 200) as text from listings ${where} order by ${ORDERS[sort]} limit ? offset ?`,
    )
    .bind(...values, PER_PAGE + 1, (page - 1) * PER_PAGE)
    .all<Row>();

  let cards = "";
  for (const row of results.slice(0, PER_PAGE)) cards += renderCard(row);
  const pageLink = (number: number, text: string) => {
    const query = new URLSearchParams(params);
    query.set("page", String(number));
    return `<a href="/tutoring?${escapeHtml(query.toString())}">${text}</a>`;
  };
  const previous = page > 1 ? pageLink(page - 1, "Previous page") : "<span></span>";
  const next = results.length > PER_PAGE ? pageLink(page + 1, "Next page") : "";
  return new Response(
    `${TOP}<h1>Lessons and courses</h1><form action="/tutoring" class="filters">${subjectField(subject)}${levelField(level)}${countyField(county)}${locationField(location)}${priceField("min", "Lowest price", min)}${priceField("max", "Highest price", max)}${sortField(sort)}<button type="submit">Search</button></form><ul class="cards">${cards}</ul><nav class="pager">${previous}${next}</nav>${BOTTOM}`,
    HTML,
  );
}

async function renderListing(db: D1Database, id: number): Promise<Response> {
  const row = await db
    .prepare(`select ${COLUMNS}, description as text from listings where id = ?`)
    .bind(id)
    .first<Row>();
  if (!row) return new Response("Not found", { status: 404 });
  return new Response(
    `${TOP}<article data-id="${row.id}"><h1>${escapeHtml(row.title)}</h1>${promotedBadge(row)}<img src="${escapeHtml(row.picture)}" alt="" width="192" height="192"><p class="facts">${formatFacts(row)}</p><p>${escapeHtml(row.text)}</p><p class="facts">${formatRating(row)}</p><p class="price">${row.price} lei / hour</p><a href="/tutoring">All listings</a></article>${BOTTOM}`,
    HTML,
  );
}

export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/tutoring") return renderList(DB, searchParams);
    if (pathname.startsWith("/tutoring/"))
      return renderListing(DB, Number(pathname.slice("/tutoring/".length)));
    return new Response("Not found", { status: 404 });
  },
};
