import { paths } from "@/shared/paths";

/** A user's picture; nulls without one. */
export type AvatarPicture = { id: string; profilePicture: string | null; pictureTs: number | null };

/** The stored picture of a user. */
type StoredPicture = { extension: string; version: number | null };

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
  if (!person?.profilePicture) return <AvatarInitials size={size} initials={getInitials(name)} />;
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

/** The picture of a card's teacher. The style sheet gives it its size. */
export function CardAvatar({
  userId,
  picture: { extension, version },
}: {
  userId: string;
  picture: StoredPicture;
}) {
  const { side, widths } = SIZES.small;
  const src = paths.profilePicture(userId, extension, { version, width: widths[0] });
  return <img className="avatar" src={src} width={side} height={side} alt="" loading="lazy" />;
}

const AvatarInitials = ({ size, initials }: { size: keyof typeof SIZES; initials: string }) => (
  <span className={`avatar avatar--${size}`} aria-hidden="true">
    {initials}
  </span>
);

/** "Ioana Ștefănescu" → "IȘ". */
function getInitials(name: string): string {
  const words = name.trim();
  const last = words.lastIndexOf(" ") + 1;
  return (getFirstLetter(words, 0) + (last > 0 ? getFirstLetter(words, last) : "")).toUpperCase();
}

const getFirstLetter = (text: string, from: number): string =>
  from < text.length ? String.fromCodePoint(text.codePointAt(from) ?? 0) : "";
