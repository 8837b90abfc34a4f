import type { Subject } from "@/shared/codes";
import { MemoisedMarkup } from "./memoised-markup";
import { getSubjectIcon } from "./subject-picture";

const toIconId = (subject: Subject): string => `icon-${subject}`;

/**
 * The icons of the page's cards without any picture, once per subject: in each card, they would be a third of its bytes.
 */
export function CardIcons({
  cards,
}: {
  cards: readonly { subject: Subject; picture: object | null; teacherPicture: object | null }[];
}) {
  const subjects = [
    ...new Set(cards.flatMap((card) => (card.picture || card.teacherPicture ? [] : [card.subject]))),
  ].sort();
  if (subjects.length === 0) return null;
  return (
    <MemoisedMarkup deps={["card-icons", ...subjects]}>
      {() => (
        <svg className="card-icons" aria-hidden="true">
          {subjects.map((subject) => (
            <ReferableIcon key={subject} subject={subject} />
          ))}
        </svg>
      )}
    </MemoisedMarkup>
  );
}

/** Inherits its paint from the cards that refer to it: subject-picture.css. */
function ReferableIcon({ subject }: { subject: Subject }) {
  const Icon = getSubjectIcon(subject);
  return (
    <Icon
      id={toIconId(subject)}
      size="100%"
      strokeWidth={1.25}
      xmlns={undefined}
      fill={undefined}
      stroke={undefined}
      strokeLinecap={undefined}
      strokeLinejoin={undefined}
      aria-hidden={undefined}
    />
  );
}

/** The address of a subject's icon for `CardPictureIcon`. */
export const toIconHref = (subject: Subject): string => `#${toIconId(subject)}`;

/** The icon of a card without a picture. The page must contain `CardIcons`. */
export function CardPictureIcon({ href }: { href: string | null }) {
  return (
    <svg aria-hidden="true">
      <use href={href ?? undefined} />
    </svg>
  );
}
