import {
  Atom,
  Bone,
  BookOpen,
  Brain,
  Code,
  Compass,
  Feather,
  FlaskConical,
  Landmark,
  Languages,
  Leaf,
  Lightbulb,
  type LucideIcon,
  Music,
  Scroll,
  Sigma,
  TrendingUp,
  Users,
  Workflow,
} from "lucide-react";
import type { Subject } from "@/shared/codes";
import { usePage } from "./page-context";

/** Exercise-book paper: squared for mathematics, lined for writing, staves for music. */
type Paper = "squared" | "lined" | "staves";

const MOTIFS: Record<Subject, { icon: LucideIcon; paper: Paper }> = {
  m: { icon: Sigma, paper: "squared" },
  ro: { icon: Feather, paper: "lined" },
  mu: { icon: Music, paper: "staves" },
  b: { icon: Leaf, paper: "squared" },
  a: { icon: Bone, paper: "squared" },
  c: { icon: FlaskConical, paper: "squared" },
  p: { icon: Atom, paper: "squared" },
  i: { icon: Code, paper: "squared" },
  e: { icon: TrendingUp, paper: "squared" },
  ps: { icon: Lightbulb, paper: "lined" },
  g: { icon: Compass, paper: "squared" },
  h: { icon: Landmark, paper: "lined" },
  l: { icon: Workflow, paper: "squared" },
  pc: { icon: Brain, paper: "lined" },
  s: { icon: Users, paper: "lined" },
  en: { icon: BookOpen, paper: "lined" },
  fr: { icon: Languages, paper: "lined" },
  de: { icon: BookOpen, paper: "lined" },
  sp: { icon: Languages, paper: "lined" },
  la: { icon: Scroll, paper: "lined" },
};

/** The icon of a subject, as a component of lucide. */
export const getSubjectIcon = (subject: Subject): LucideIcon => MOTIFS[subject].icon;

/** Replaces a missing listing picture: a page of an exercise book around the subject's icon. Decorative. */
export function SubjectPicture({ subject }: { subject: Subject }) {
  const { subjectIcons = "" } = usePage();
  return (
    <span className={`subject-picture subject-picture--${MOTIFS[subject].paper}`}>
      <svg aria-hidden="true">
        <use href={`${subjectIcons}#${subject}`} />
      </svg>
    </span>
  );
}

/** The subject's icon, for lists of subjects. Decorative. */
export function SubjectIcon({ subject, size = 22 }: { subject: Subject; size?: number }) {
  const { icon: Icon } = MOTIFS[subject];
  return <Icon className="subject-sign" size={size} strokeWidth={1.5} aria-hidden="true" />;
}
