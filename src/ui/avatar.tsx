/** A person by the initials of the name. Decorative: the name stands beside it. */
export function Avatar({ name, size }: { name: string; size: "small" | "large" }) {
  return (
    <span className={`avatar avatar--${size}`} aria-hidden="true">
      {initials(name)}
    </span>
  );
}

/** "Ioana Ștefănescu" → "IȘ". */
function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? "")][0] ?? "",
  );
  return letters.join("").toLocaleUpperCase("ro");
}
