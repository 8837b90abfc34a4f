import { type LucideIcon, MapPin, MessageCircleReply, Video } from "lucide-react";
import type { Subject } from "@/shared/codes";
import { MemoisedMarkup } from "./memoised-markup";
import { getSubjectIcon } from "./subject-picture";

const ICONS = { place: MapPin, online: Video, reply: MessageCircleReply };

/** Icons of pictures are larger, so their lines are thinner. */
const PICTURE_STROKE = 1.25;

/** Id of the symbol that a card's icon refers to. */
const toSymbolId = (name: string): string => `icon-${name}`;

/** The icons that the cards of a page refer to, once per page: drawn in each card, they would be half of a list's bytes. */
export function CardIcons({ cards }: { cards: readonly { subject: Subject; picture: object | null }[] }) {
  const subjects = [...new Set(cards.flatMap((card) => (card.picture ? [] : [card.subject])))].sort();
  return (
    <MemoisedMarkup deps={["card-icons", ...subjects]}>
      {() => (
        <svg className="card-icons" aria-hidden="true">
          {Object.entries(ICONS).map(([name, icon]) => (
            <IconSymbol key={name} name={name} icon={icon} />
          ))}
          {subjects.map((subject) => (
            <IconSymbol
              key={subject}
              name={subject}
              icon={getSubjectIcon(subject)}
              strokeWidth={PICTURE_STROKE}
            />
          ))}
        </svg>
      )}
    </MemoisedMarkup>
  );
}

function IconSymbol({
  name,
  icon: Icon,
  strokeWidth,
}: {
  name: string;
  icon: LucideIcon;
  strokeWidth?: number;
}) {
  return (
    <symbol id={toSymbolId(name)} viewBox="0 0 24 24">
      <Icon {...(strokeWidth ? { strokeWidth } : {})} />
    </symbol>
  );
}

/** An icon of a card; decorative. The page must contain `CardIcons`. */
export function CardIcon({ name }: { name: keyof typeof ICONS }) {
  return <SymbolUse name={name} className="card-icon" />;
}

/** The icon of a card without a picture. The page must contain `CardIcons`. */
export function CardPictureIcon({ subject }: { subject: Subject }) {
  return <SymbolUse name={subject} className="subject-picture__sign" />;
}

function SymbolUse({ name, className }: { name: string; className: string }) {
  return (
    <svg className={className} aria-hidden="true">
      <use href={`#${toSymbolId(name)}`} />
    </svg>
  );
}
