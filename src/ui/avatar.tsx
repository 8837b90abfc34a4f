/** A person's picture, or the initials of the name. Decorative: the name stands beside it. */
export function Avatar({
  name,
  src,
  size = "medium",
}: {
  name: string;
  src?: string | null;
  size?: "small" | "medium" | "large";
}) {
  const pixels = { small: 32, medium: 48, large: 80 }[size];
  return src ? (
    <img
      className={`avatar avatar--${size}`}
      src={src}
      alt=""
      width={pixels}
      height={pixels}
      loading="lazy"
    />
  ) : (
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
