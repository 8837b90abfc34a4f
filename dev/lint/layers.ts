import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "../launch/paths";

/** Features, lowest first: a feature imports those before it, and only through their index.ts. */
export const FEATURE_ORDER = [
  "mail",
  "settings",
  "notifications",
  "counted-searches",
  "prices",
  "listings",
  "moderation",
  "billing",
  "invoices",
  "e-factura",
  "analytics",
  "promotions",
  "payments-admin",
  "enquiries",
  "reviews",
  "verifications",
  "search",
  "public-pages",
  "shortlist",
  "alerts",
  "requests",
  "study-plan",
  "blog",
  "testimonials",
  "contact",
  "home",
  "profile",
  "accounts",
  "invitations",
  "storage",
  "backups",
  "users",
  "conversation-reports",
  "follow-up",
  "privacy",
  "account-settings",
  "health",
  "admin",
  "data",
  "share-kit",
  "share-images",
  "site",
];

/**
 * Parts of features with subfolders, lowest first: subfolders, and files beside them that they import. A part imports
 * those before it. Files that are not listed, such as `routes.tsx`, import all parts and no part imports them.
 */
export const PART_ORDER: Record<string, readonly string[]> = {
  settings: ["documents", "settings-list", "banned-words", "exams", "pricing"],
  notifications: ["choices", "push"],
  listings: [
    "listing-state",
    "checked-documents",
    "queries",
    "search-index",
    "change-listing",
    "listing-events-statement",
    "revisions",
    "listing-columns",
    "pictures",
    "serialize-listing",
    "listing-cards",
    "listing-quota",
    "lifecycle",
    "renewal",
    "own-listings",
    "form",
  ],
  moderation: ["frame", "restrictions", "listings", "objections", "persons", "reports"],
  promotions: [
    "schedule",
    "orders",
    "refunds",
    "purchases",
    "withdrawals",
    "sessions",
    "checkout",
    "stripe-events",
  ],
  enquiries: [
    "names",
    "newest-message-sql",
    "answer-status-sql",
    "is-reported-by-sql",
    "first-lesson-end-ts-sql",
    "queries",
    "is-during-stop",
    "is-lesson-in-doubt",
    "review-period",
    "close-appointments",
    "close-request-statements",
    "blocks",
    "refresh-replies",
    "advance-payment",
    "unsafe-for-minor",
    "asks-about-child",
    "asks-who-child-is",
    "message-warning",
    "parent-copies",
    "load-recipients",
    "guests",
    "find-sender",
    "new-enquiry-statements",
    "form",
    "confirmation",
    "sending",
    "several",
    "offers",
    "silence",
    "threads",
    "parents",
    "appointments",
    "inbox",
    "thread-page",
    "phone",
  ],
  invitations: [
    "close-invitations",
    "address-hasher",
    "queries",
    "invitation-token",
    "find-open-invitation",
    "upload",
    "refuse-invitation",
    "answers",
  ],
  reviews: [
    "queries",
    "serialize-review",
    "find-teacher-sighting",
    "refresh-teacher-statements",
    "public",
    "moderation",
    "author",
    "teacher",
    "invitations",
  ],
  verifications: ["queries", "serialize-verification", "badges", "files", "moderation", "requests"],
  search: [
    "counts",
    "understanding",
    "matching",
    "correction",
    "filters",
    "next-steps",
    "suggestions",
    "list",
  ],
  "public-pages": ["listing-page", "teacher-page"],
  shortlist: ["add-to-shortlist", "page"],
  alerts: [
    "alert-token",
    "format-alert-filters",
    "matching",
    "queries",
    "serialize-alert",
    "digests",
    "manage",
    "create",
  ],
  requests: [
    "queries",
    "serialize-request",
    "format-digest-time",
    "format-mismatch",
    "request-facts",
    "create",
    "answers",
    "notices",
    "moderation",
    "close-request",
    "personal-data",
    "delete-request",
    "sweep-requests",
    "pages",
  ],
  blog: [
    "category-name",
    "find-post",
    "blog-pictures",
    "markdown",
    "queries",
    "serialize-post",
    "public",
    "writing",
    "editor",
  ],
  accounts: ["queries", "one-time-token", "two-step", "sign-in", "sign-up", "links", "password"],
  "follow-up": ["queues", "target-texts", "find-next-task", "pages"],
  prices: ["price-index", "format-index-month", "page"],
  admin: ["mails", "admin-nav", "search"],
};

type Layer = {
  /** Layers that its files may import, besides their own. */
  imports: readonly string[];
  /** Packages that its files may import. Default: all packages except `foreign`. */
  packages?: readonly string[];
  /** Packages that belong to another layer. */
  foreign?: readonly string[];
};

const BELOW_HTTP = ["shared", "ui", "env", "db", "platform", "context", "auth"];
const BELOW_APP = [...BELOW_HTTP, "http", "features", "jobs"];

/** What each layer may import. `islands`, `locales` and `build` are client/islands, locales/ and the client's build. */
const LAYERS: Record<string, Layer> = {
  shared: { imports: [], packages: ["zod", "rosetta", "nanoid"] },
  ui: { imports: ["shared"], packages: ["react", "react-dom", "lucide-react", "uqr"] },
  env: { imports: ["shared"], packages: ["zod"] },
  db: { imports: ["shared", "env"], packages: ["drizzle-orm"] },
  platform: { imports: ["shared", "env"], foreign: ["bun", "hono", "react", "react-dom", "drizzle-orm"] },
  context: { imports: ["shared", "ui", "env", "db", "platform"], packages: [] },
  auth: {
    imports: ["shared", "env", "db", "platform", "context"],
    packages: ["drizzle-orm", "jose", "node:crypto"],
  },
  http: { imports: [...BELOW_HTTP, "islands", "locales", "build"], foreign: ["bun", "stripe"] },
  features: {
    imports: [...BELOW_HTTP, "http", "islands", "locales"],
    foreign: ["bun", "stripe", "jose"],
  },
  jobs: { imports: [...BELOW_HTTP, "http", "features"], foreign: ["bun", "stripe", "jose"] },
  "api-docs": { imports: [...BELOW_HTTP, "http"], foreign: ["bun", "stripe", "jose"] },
  app: { imports: [...BELOW_APP, "api-docs", "locales", "build"], foreign: ["bun", "stripe", "jose"] },
  "first-pages": { imports: BELOW_APP, foreign: ["bun", "stripe", "jose"] },
  worker: { imports: [...BELOW_APP, "app", "first-pages"], foreign: ["bun", "stripe", "jose"] },
  islands: {
    imports: ["shared", "ui", "client"],
    packages: ["react", "react-dom", "lucide-react", "zod", "tus-js-client"],
  },
  client: {
    imports: ["shared", "ui", "islands", "build"],
    packages: ["react", "react-dom", "lucide-react", "zod", "tus-js-client"],
  },
  // The workers that the app's cost is compared with share no code with it.
  floor: { imports: [], packages: ["bun:sqlite", "@cloudflare/workers-types", "@faker-js/faker"] },
};

/** The entry points of a feature: they read requests and answer them, and hold no SQL. */
const isEntry = (path: string) => /[/-](routes|api)(\.tsx?)?$/.test(path);
const mountsRoutes = (layer: string) => layer === "app" || layer === "first-pages";
const isComponent = (path: string) => path.endsWith(".tsx") && !isEntry(path);
const isIn = (specifier: string, names: readonly string[]) =>
  names.some(
    (name) => specifier === name || specifier.startsWith(`${name}/`) || specifier.startsWith(`${name}:`),
  );

/** The layer of a path from the root, and the feature within it. */
function locate(path: string): { layer: string; feature: string | null } {
  const [top = "", folder = "", feature = ""] = path.split("/");
  if (top === "client") return { layer: folder === "islands" ? "islands" : "client", feature: null };
  if (top === "locales") return { layer: top, feature: null };
  if (top === "bench" && folder === "floor") return { layer: "floor", feature: null };
  if (top === "dist") return { layer: "build", feature: null };
  if (top !== "src") return { layer: top, feature: null };
  return { layer: folder.replace(/\.tsx?$/, ""), feature: folder === "features" ? feature : null };
}

const ALIASES = {
  "@/": "src/",
  "@client/": "client/",
  "@locales/": "locales/",
  "@build/": "dist/client/.vite/",
};

/** The path from the root that an import leads to; null for a package. */
function resolvePath(file: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  const alias = Object.entries(ALIASES).find(([prefix]) => specifier.startsWith(prefix));
  return alias ? specifier.replace(alias[0], alias[1]) : null;
}

/**
 * The rule that an import breaks, or null.
 *
 * @param file path from the root, below src/, client/ or bench/floor/
 * @param specifier module specifier of the import
 * @param isType whether it is an `import type`
 */
export function checkImport(file: string, specifier: string, isType = false): string | null {
  const from = locate(file);
  const layer = LAYERS[from.layer];
  if (!layer) return `${from.layer} is no layer: declare it in dev/lint/layers.ts`;
  const target = resolvePath(file, specifier);
  if (target === null) return checkPackage(file, from.layer, layer, specifier);

  const to = locate(target);
  const isSamePart = to.layer === from.layer && to.feature === from.feature;
  if (specifier.startsWith("..") && !(isSamePart && from.feature)) {
    return "leave a layer or feature by its alias (@/…, @client/…), not by ../";
  }
  if (!isSamePart && to.layer !== from.layer && !layer.imports.includes(to.layer)) {
    return `${from.layer} may not import ${to.layer}`;
  }
  if (from.layer === "features") return checkFeature(file, target, isType);
  const isExcepted = mountsRoutes(from.layer) && isEntry(target);
  if (to.feature !== null && !isIndex(target) && !isExcepted) {
    return "a feature is imported through its index.ts";
  }
  return null;
}

function checkPackage(file: string, name: string, layer: Layer, specifier: string): string | null {
  const isAllowed = layer.packages ? isIn(specifier, layer.packages) : !isIn(specifier, layer.foreign ?? []);
  if (!isAllowed) return `${name} may not import ${specifier}`;
  if (name !== "features") return null;
  if (isIn(specifier, ["drizzle-orm"]) && (isEntry(file) || isComponent(file))) {
    return "routes and components hold no SQL";
  }
  if (isIn(specifier, ["hono", "@hono"]) && !isEntry(file)) return "only routes and api know HTTP";
  return null;
}

const isIndex = (target: string) => /^src\/features\/[^/]+(\/index)?$/.test(target);

/** The rule that an import within a feature breaks by the order of its parts, or null. */
function checkParts(file: string, target: string): string | null {
  const [, , feature = "", part = "", ...inFolder] = file.split("/");
  const order = PART_ORDER[feature] ?? [];
  const position = order.indexOf(part.replace(/\.tsx?$/, ""));
  if (position === -1) {
    return inFolder.length > 0 ? `${feature}/${part} is missing in PART_ORDER of dev/lint/layers.ts` : null;
  }
  const imported = target.split("/")[3] ?? "";
  return order.slice(0, position + 1).includes(imported)
    ? null
    : `${feature}/${part} comes before ${imported} in dev/lint/layers.ts`;
}

function checkFeature(file: string, target: string, isType: boolean): string | null {
  const from = locate(file);
  const to = locate(target);
  if (to.feature !== null && to.feature !== from.feature) {
    if (!isIndex(target)) return "a feature is imported through its index.ts";
    return FEATURE_ORDER.indexOf(to.feature) < FEATURE_ORDER.indexOf(from.feature ?? "")
      ? null
      : `${from.feature} comes after ${to.feature} in dev/lint/layers.ts`;
  }
  const brokenOrder = to.feature === null ? null : checkParts(file, target);
  if (brokenOrder) return brokenOrder;
  if (to.layer === "db" && (isEntry(file) || isComponent(file))) return "routes and components hold no SQL";
  if (to.layer === "http" && !isEntry(file) && !isComponent(file)) return "only routes and api know HTTP";
  if (to.layer === "islands" && !file.endsWith(".tsx")) return "only routes and components know islands";
  if (to.feature === null || isEntry(file)) return null;
  if (isEntry(target)) return "routes and api call the rest of a feature, never the other way";
  const isQuery = target.endsWith("/queries");
  return isQuery && file.endsWith("-page.tsx") && !isType
    ? "a page takes props: import types of queries"
    : null;
}

const importPattern =
  /^(?:import|export)(\s+type)?\s+[\w$*{},\s]+?\s+from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** The imports of a file's text. */
export function findImports(text: string): { specifier: string; isType: boolean }[] {
  return [...text.matchAll(importPattern)].map(([, type, from, bare, dynamic]) => ({
    specifier: from ?? bare ?? dynamic ?? "",
    isType: type !== undefined,
  }));
}

/** Every import of src/, client/ and bench/floor/ that its layer does not allow, as "file: import: reason". */
export function checkLayers(): string[] {
  return ["src", "client", "bench/floor"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"))
      .flatMap((name) => {
        const file = `${folder}/${name.replaceAll("\\", "/")}`;
        return findImports(readFileSync(join(root, file), "utf8")).flatMap(({ specifier, isType }) => {
          const reason = checkImport(file, specifier, isType);
          return reason ? [`${file}: ${specifier}: ${reason}`] : [];
        });
      }),
  );
}

if (import.meta.main) {
  const problems = checkLayers();
  for (const problem of problems) console.error(problem);
  process.exit(problems.length > 0 ? 1 : 0);
}
