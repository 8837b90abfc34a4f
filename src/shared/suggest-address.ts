const PROVIDERS = ["gmail.com", "yahoo.com", "yahoo.ro", "hotmail.com", "outlook.com", "icloud.com"];

/**
 * The address with the domain of a well-known provider, if its own differs from it by one mistyped, missing, additional
 * or transposed letter after the first; else null. "mail.com" and "ymail.com" are providers of their own.
 */
export function suggestAddress(email: string): string | null {
  const [user, domain] = email.trim().toLowerCase().split("@");
  if (!domain) return null;
  const provider = PROVIDERS.find((name) => name !== domain && isOneMistake(domain, name));
  return provider ? `${user}@${provider}` : null;
}

/** Whether one letter of the name, with the next one if they are transposed, was typed differently. */
export const isOneMistake = (typed: string, name: string): boolean =>
  [...name].some((letter, index) => {
    const [start, end] = [name.slice(0, index), name.slice(index + 1)];
    const wrong = `.?${end}|.${letter}${end}|${end[0]}${letter}${end.slice(1)}`;
    return index > 0 && new RegExp(`^${start}(${wrong})$`).test(typed);
  });
