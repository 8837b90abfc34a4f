/**
 * The key by which limits count callers: an IPv4 address, or the /64 of an IPv6 address, because a host may choose any
 * address in it (RFC 8981). IPv4-mapped addresses (`::ffff:192.0.2.1`) count as IPv4. Anything else stays unchanged.
 */
export function toNetworkKey(address: string): string {
  if (!address.includes(":")) return address;
  const groups = parseGroups(address.toLowerCase());
  if (!groups) return address;
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join(".");
  }
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(":")}::/64`;
}

/** The eight groups of an IPv6 address (RFC 4291, 2.2); null for anything else. */
function parseGroups(address: string): number[] | null {
  const halves = replaceIpv4Suffix(address).split("::");
  if (halves.length > 2) return null;
  const [head = [], tail] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...Array<string>(missing).fill("0"), ...(tail ?? [])];
  return groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))
    ? groups.map((group) => Number.parseInt(group, 16))
    : null;
}

/** With an IPv4 suffix rewritten as the last two groups. */
const replaceIpv4Suffix = (address: string): string =>
  address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (as, ...parts) => {
    const [a = 256, b = 256, c = 256, d = 256] = parts.slice(0, 4).map(Number);
    return Math.max(a, b, c, d) > 255 ? as : `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
