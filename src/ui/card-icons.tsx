import type { Subject } from "@/shared/codes";

/** The address of a subject's icon in the file of all icons, `client/images/subjects.svg`. */
export const toIconHref = (file: string | undefined, subject: Subject): string => `${file ?? ""}#${subject}`;

/** The icon of a card without a picture. It inherits its paint: subject-picture.css. */
export function CardPictureIcon({ href }: { href: string | null }) {
  return (
    <svg aria-hidden="true">
      <use href={href ?? undefined} />
    </svg>
  );
}
