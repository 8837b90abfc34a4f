import { unstable_readConfig } from "wrangler";
import { parseConfig } from "@/env";
import { requireSameSite } from "./checked-vars";
import type { CloudflareApi } from "./cloudflare-api";
import { wranglerConfig } from "./paths";

/** The secrets of a deployed site. A well-formed value stands for one that the account holds and does not show. */
const SECRETS = {
  JWT_SECRET: "x".repeat(32),
  STRIPE_SECRET_KEY: "sk_stored",
  STRIPE_WEBHOOK_SECRET: "whsec_stored",
  TURNSTILE_SECRET_KEY: "stored",
  VAPID_PRIVATE_KEY: "x".repeat(43),
  EFACTURA_CLIENT_SECRET: "stored",
} as const;
const SECRET_NAMES = Object.keys(SECRETS);
/** Secrets that a site needs only with a public setting. */
const PUBLIC_PARTS: Record<string, string> = {
  TURNSTILE_SECRET_KEY: "TURNSTILE_SITE_KEY",
  VAPID_PRIVATE_KEY: "VAPID_PUBLIC_KEY",
  EFACTURA_CLIENT_SECRET: "EFACTURA_CLIENT_ID",
};

/** The secrets that a site with this configuration has. */
export const listNeededSecrets = ({ vars }: DeployConfig): string[] =>
  SECRET_NAMES.filter((name) => !(name in PUBLIC_PARTS) || String(PUBLIC_PARTS[name]) in vars);

/** What a deployment depends on in wrangler.toml. */
export type DeployConfig = {
  name: string;
  vars: Record<string, unknown>;
  routes?: { pattern: string; custom_domain?: boolean }[];
  workers_dev?: boolean;
  preview_urls?: boolean;
  d1_databases: { database_name: string; database_id: string }[];
  r2_buckets: { binding: string; bucket_name: string; jurisdiction?: string }[];
  queues: { producers?: { queue: string }[]; consumers?: { queue: string; dead_letter_queue?: string }[] };
};
export const readDeployConfig = () => unstable_readConfig({ config: wranglerConfig }) as DeployConfig;

/** What the account and a file of secrets know of the site. */
export type KnownSecrets = {
  /** Names that the deployed worker has. */
  stored: readonly string[];
  /** Secrets of a file, for the first deployment. */
  given: Record<string, string>;
};

/** What wrangler.toml and the secrets lack for a deployment, each with its cure. */
export function listConfigProblems(config: DeployConfig, { stored, given }: KnownSecrets): string[] {
  const vars = Object.fromEntries(Object.entries(config.vars).map(([name, value]) => [name, String(value)]));
  const { SITE_URL = "", API_BASE = "", MAIL_FROM = "", CONTACT_EMAIL = "" } = vars;
  const isPlaceholder = (value: string) => /\.example>?$/.test(value);
  const problems: (string | false | undefined)[] = [
    ...config.d1_databases.map(
      ({ database_id, database_name }) =>
        database_id.startsWith("00000000-") &&
        `wrangler.toml: database_id is a placeholder: put the id that "wrangler d1 create ${database_name} --jurisdiction eu" printed`,
    ),
    isPlaceholder(SITE_URL) && "wrangler.toml: SITE_URL is a placeholder: put the address of your site",
    !SITE_URL.startsWith("https://") && "wrangler.toml: SITE_URL must begin with https://",
    isPlaceholder(MAIL_FROM) &&
      "wrangler.toml: MAIL_FROM is a placeholder: put an address of your domain that may send",
    isPlaceholder(CONTACT_EMAIL) &&
      "wrangler.toml: CONTACT_EMAIL is a placeholder: put the operator's address",
    ...(config.routes ?? []).map(
      ({ pattern }) =>
        isPlaceholder(pattern) &&
        `wrangler.toml: the route ${pattern} is a placeholder: put the host of SITE_URL`,
    ),
    ...[SITE_URL, API_BASE].map((origin) => checkRoute(config, origin)),
    (config.workers_dev !== false || config.preview_urls !== false) &&
      "wrangler.toml: workers_dev and preview_urls must be false: each is another public address of the site",
    ...config.r2_buckets.map(
      ({ binding, jurisdiction }) =>
        jurisdiction !== "eu" && `wrangler.toml: the bucket ${binding} needs jurisdiction = "eu"`,
    ),
    ...SECRET_NAMES.map(
      (name) =>
        name in vars &&
        `wrangler.toml: ${name} is a secret: remove it from [vars], and use "wrangler secret put ${name}"`,
    ),
    ...listSettingProblems({ ...keep(SECRETS, stored), ...vars, ...keep(given, SECRET_NAMES) }),
  ];
  return problems.filter((problem) => typeof problem === "string");
}

const keep = (values: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));

/** A site without a route answers on no address. */
function checkRoute({ routes = [] }: DeployConfig, origin: string): string | false {
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  const isRouted = routes.some((route) => route.pattern === hostname && route.custom_domain === true);
  return !isRouted && `wrangler.toml: routes lack { pattern = "${hostname}", custom_domain = true }`;
}

/** What the worker would say of these settings. */
function listSettingProblems(settings: Record<string, string>): string[] {
  try {
    parseConfig(settings);
    requireSameSite(settings);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n");
  }
}

/** What the account lacks for a deployment of this configuration, each with its cure. */
export async function listAccountProblems(config: DeployConfig, api: CloudflareApi): Promise<string[]> {
  const problems = await Promise.all([
    checkZone(config, api),
    ...config.d1_databases.map((database) => checkDatabase(database, api)),
    ...config.r2_buckets.map((bucket) => checkBucket(bucket, api)),
    checkQueues(config, api),
  ]);
  return [...new Set(problems.flat())];
}

/** Names of the secrets that the worker has; none without a worker. */
export async function listStoredSecrets({ name }: DeployConfig, api: CloudflareApi): Promise<string[]> {
  const { result } = await api<{ name: string }[]>(
    `/accounts/${api.account}/workers/scripts/${name}/secrets`,
  );
  return result?.map((secret) => secret.name) ?? [];
}

/** Cloudflare serves the site only below an active zone, and redirects http only if the zone says so. */
async function checkZone({ vars }: DeployConfig, api: CloudflareApi): Promise<string[]> {
  const labels = URL.canParse(String(vars.SITE_URL))
    ? new URL(String(vars.SITE_URL)).hostname.split(".")
    : [];
  for (let n = 0; n < labels.length - 1; n++) {
    const domain = labels.slice(n).join(".");
    const { result } = await api<{ id: string; status: string }[]>(
      `/zones?name=${domain}&account.id=${api.account}`,
    );
    const zone = result?.[0];
    if (!zone) continue;
    if (zone.status !== "active")
      return [`The zone ${domain} is "${zone.status}": set its name servers at your registrar, and wait`];
    const https = await api<{ value: string }>(`/zones/${zone.id}/settings/always_use_https`);
    // A token or sign-in without access to the zone's settings says nothing.
    return https.result && https.result.value !== "on"
      ? [`The zone ${domain} serves http: turn on "Always Use HTTPS" (SSL/TLS → Edge Certificates)`]
      : [];
  }
  return [`The account has no zone for ${labels.join(".")}: add the domain in the dashboard`];
}

async function checkDatabase(
  { database_name, database_id }: DeployConfig["d1_databases"][number],
  api: CloudflareApi,
): Promise<string[]> {
  const create = `"wrangler d1 create ${database_name} --jurisdiction eu"`;
  const { result } = await api<{ jurisdiction?: string | null; read_replication?: { mode: string } }>(
    `/accounts/${api.account}/d1/database/${database_id}`,
  );
  if (!result) return [`The database ${database_name} does not exist under its database_id: ${create}`];
  if (result.jurisdiction !== "eu")
    return [
      `The database ${database_name} is not bound to the EU, and that can't be changed: delete it, then ${create}`,
    ];
  return [];
}

/** Code of R2's answers in an account that has not activated it. */
const R2_NOT_ACTIVATED = 10_042;

async function checkBucket(
  { bucket_name }: DeployConfig["r2_buckets"][number],
  api: CloudflareApi,
): Promise<string[]> {
  const { result, code } = await api(`/accounts/${api.account}/r2/buckets/${bucket_name}`, {
    "cf-r2-jurisdiction": "eu",
  });
  if (code === R2_NOT_ACTIVATED)
    return [`R2 is not activated in this account (${code}): dashboard → R2 → activate it`];
  if (result) return [];
  return [
    `The bucket ${bucket_name} does not exist in the EU: "wrangler r2 bucket create ${bucket_name} --jurisdiction eu"`,
  ];
}

async function checkQueues({ queues }: DeployConfig, api: CloudflareApi): Promise<string[]> {
  const wanted = new Set(
    [
      ...(queues.producers ?? []).map(({ queue }) => queue),
      ...(queues.consumers ?? []).flatMap(({ queue, dead_letter_queue }) => [queue, dead_letter_queue]),
    ].filter((name) => name !== undefined),
  );
  const { result } = await api<{ queue_name: string }[]>(`/accounts/${api.account}/queues?per_page=100`);
  const existing = result?.map(({ queue_name }) => queue_name) ?? [];
  return [...wanted]
    .filter((name) => !existing.includes(name))
    .map((name) => `The queue ${name} does not exist: "wrangler queues create ${name}"`);
}
