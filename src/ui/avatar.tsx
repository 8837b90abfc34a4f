import { paths } from "@/shared/paths";

/** A user's picture; nulls without one. */
export type AvatarPicture = { id: string; profilePicture: string | null; pictureTs: number | null };

/** CSS pixels of each size, and the picture widths for screens of one and two device pixels per CSS pixel. */
const SIZES = {
  small: { side: 32, widths: [96, 96] },
  large: { side: 80, widths: [96, 192] },
} as const;

/** A user's picture, or else the initials. Decorative: the name is shown next to it. */
export function Avatar({
  name,
  size,
  person,
}: {
  name: string;
  size: keyof typeof SIZES;
  person?: AvatarPicture;
}) {
  const { side, widths } = SIZES[size];
  if (!person?.profilePicture) {
    return (
      <span className={`avatar avatar--${size}`} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  const { id, profilePicture, pictureTs } = person;
  const [src, dense] = widths.map((width) =>
    paths.profilePicture(id, profilePicture, { version: pictureTs, width }),
  );
  return (
    <img
      className={`avatar avatar--${size}`}
      src={src}
      srcSet={dense === src ? undefined : `${src}, ${dense} 2x`}
      width={side}
      height={side}
      alt=""
      decoding="async"
    />
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
