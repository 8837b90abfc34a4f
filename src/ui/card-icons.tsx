import type { Subject } from "@/shared/codes";
import { MemoisedMarkup } from "./memoised-markup";
import { getSubjectIcon } from "./subject-picture";

const toSymbolId = (subject: Subject): string => `icon-${subject}`;

/**
 * The icons of the page's cards without a picture, once per subject: in each card, they would be a third of its bytes.
 */
export function CardIcons({ cards }: { cards: readonly { subject: Subject; picture: object | null }[] }) {
  const subjects = [...new Set(cards.flatMap((card) => (card.picture ? [] : [card.subject])))].sort();
  if (subjects.length === 0) return null;
  return (
    <MemoisedMarkup deps={["card-icons", ...subjects]}>
      {() => (
        <svg className="card-icons" aria-hidden="true">
          {subjects.map((subject) => (
            <IconSymbol key={subject} subject={subject} />
          ))}
        </svg>
      )}
    </MemoisedMarkup>
  );
}

function IconSymbol({ subject }: { subject: Subject }) {
  const Icon = getSubjectIcon(subject);
  return (
    <symbol id={toSymbolId(subject)} viewBox="0 0 24 24">
      <Icon strokeWidth={1.25} />
    </symbol>
  );
}

/** The icon of a card without a picture. The page must contain `CardIcons`. */
export function CardPictureIcon({ subject }: { subject: Subject }) {
  return (
    <svg className="subject-picture__sign" aria-hidden="true">
      <use href={`#${toSymbolId(subject)}`} />
    </svg>
  );
}
