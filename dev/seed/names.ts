import type { Random } from "./random";

export type Gender = "m" | "f";

const FIRST: Record<Gender, string> = {
  f: `Maria Elena Ioana Andreea Mihaela Cristina Alexandra Daniela Alina Raluca Simona Gabriela Diana Roxana Oana Anca
    Laura Carmen Irina Adriana Monica Ramona Corina Teodora Bianca Iulia Florentina Claudia Loredana Magdalena Camelia
    Luminița Nicoleta Georgiana Delia Sorina Larisa Denisa Silvia Veronica Ana Ștefania Crina Mirela Otilia Ilinca Tudora
    Anamaria Lavinia Petronela Sânziana Ruxandra Viorica Rodica Doina Lidia Aurelia Eugenia`,
  m: `Andrei Alexandru Mihai Cristian Adrian Bogdan Florin Ionuț Radu Vlad Răzvan Ștefan Gabriel Cătălin Daniel Marian
    Dragoș Sorin Lucian Marius Ovidiu Cosmin George Nicolae Ion Constantin Victor Sebastian Paul Tudor Claudiu Dan Eugen
    Horia Liviu Silviu Valentin Emil Petru Rareș Laurențiu Octavian Dorin Iulian Traian Cornel Șerban Matei Luca Călin`,
};

const LAST = `Popescu Ionescu Popa Pop Radu Dumitru Stan Stoica Gheorghe Matei Ciobanu Rusu Munteanu Moldovan Constantin
  Șerban Lazăr Florea Dinu Dobre Barbu Ungureanu Tudor Nistor Ene Manole Toma Marin Mureșan Crișan Oprea Voicu Avram
  Cojocaru Mocanu Georgescu Iancu Lupu Preda Sandu Pavel Bălan Chiriac Roman Filip Vasilescu Ilie Grigore Neagu Zaharia
  Țurcanu Olteanu Bucur Anghel Diaconu Cozma Suciu Bota Maier Boroș Câmpean Trifan Botezatu Andronic Aldea Bejan Carp
  Dragomir Enache Frățilă Ghiță Hanganu Istrate Jitaru Lungu Măgureanu Nedelcu Onofrei Păun Rotaru Sava Tănase Vlăsceanu
  Costea Dăscălescu Apetrei Bodea Ciucă Drăgan Făgărășan Hossu Kovács Nagy Szabó Schneider`;

const words = (text: string): string[] => text.trim().split(/\s+/);
export const FIRST_NAMES = { f: words(FIRST.f), m: words(FIRST.m) };
export const LAST_NAMES = words(LAST);

export type Name = { gender: Gender; firstName: string; lastName: string };

/** Random common names; about 6% have a second first name. Each full name is used once. */
export function createNames(random: Random) {
  const usedNames = new Set<string>();
  return (femaleShare: number): Name => {
    for (;;) {
      const gender: Gender = random.chance(femaleShare) ? "f" : "m";
      const name = random.pick(FIRST_NAMES[gender]);
      const second = random.chance(6) ? random.pick(FIRST_NAMES[gender]) : name;
      const firstName = second === name ? name : `${name} ${second}`;
      const lastName = random.pick(LAST_NAMES);
      const full = `${firstName} ${lastName}`;
      if (usedNames.has(full)) continue;
      usedNames.add(full);
      return { gender, firstName, lastName };
    }
  };
}

/** "Ștefan Țurcanu" → "stefan.turcanu" */
export const mailName = ({ firstName, lastName }: Name): string =>
  `${firstName}.${lastName}`
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z.]+/g, "-");
