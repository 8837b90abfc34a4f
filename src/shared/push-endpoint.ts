/** Names that don't lead to the public internet (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const PRIVATE_SUFFIXES = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "arpa",
  "alt",
  "onion",
  "test",
  "invalid",
];
const LOOPBACK_HOSTS = ["localhost", "127.0.0.1"];

/**
 * Whether the worker may send to a push endpoint, which any user can choose: https to a public host name, at the usual
 * port. IP addresses are refused, because push services have names. A site on this machine, in development, may also
 * send to a stub on this machine. `siteUrl` is the site's own, which is refused too, with the names below it.
 */
export function isAllowedPushEndpoint(endpoint: string, siteUrl: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, host, hostname, port, username, password, hash } = new URL(endpoint);
  const site = new URL(siteUrl);
  if (username !== "" || password !== "" || hash !== "" || host === site.host) return false;
  if (LOOPBACK_HOSTS.includes(site.hostname) && LOOPBACK_HOSTS.includes(hostname))
    return protocol === "http:";
  const name = hostname.replace(/\.$/, "");
  const isOwnName = `.${name}`.endsWith(`.${site.hostname}`);
  return protocol === "https:" && port === "" && !isOwnName && isPublicName(name);
}

/** `URL` writes every IPv4 address with a number at the end, and IPv6 addresses in brackets. */
function isPublicName(name: string): boolean {
  const labels = name.split(".");
  const last = labels.at(-1) ?? "";
  return labels.length > 1 && /^[a-z][a-z0-9-]*$/.test(last) && !PRIVATE_SUFFIXES.includes(last);
}
